import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { type Finished, repository } from "./project.ts";

/** What a command printed with `--json`, which has to be of the shape that is published under `spec/`. */
export function published(schema: string, { stdout, stderr }: Finished) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const name of new Set([schema, "run-result.schema.json"])) ajv.addSchema(schemaOf(name), name);
  const printed = JSON.parse(stdout);
  expect([ajv.validate(schema, printed), ajv.errors, stderr.match(/\n\s+at /)]).toEqual([true, null, null]);
  return printed;
}

function schemaOf(name: string): object {
  return JSON.parse(readFileSync(join(repository, "spec", name), "utf8"));
}
