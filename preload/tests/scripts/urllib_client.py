# SPDX-License-Identifier: Apache-2.0
# urllib_client.py URL: fetches a page with the trust that the environment names.
import sys
import urllib.request

print(urllib.request.urlopen(sys.argv[1], timeout=60).read())
