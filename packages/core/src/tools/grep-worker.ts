import { text } from "node:stream/consumers";
import type { GrepRequest } from "./search/grep-request.ts";
import { searchFiles } from "./search/search-files.ts";

// The process that a search runs in: a pattern that would take for ever is ended with it.
const request: GrepRequest = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await searchFiles(request)));
