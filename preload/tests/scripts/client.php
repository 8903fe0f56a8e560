<?php
// SPDX-License-Identifier: Apache-2.0
// client.php PORT BUNDLE: prints what PHP's streams make of a bundle and a server.
[, $port, $bundle] = $argv;
$context = stream_context_create(['ssl' => ['cafile' => $bundle, 'peer_name' => 'localhost']]);
$page = file_get_contents("https://127.0.0.1:$port/", false, $context);
if ($page === false) {
    exit(1);
}
echo $page;
