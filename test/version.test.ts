import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository, testProject } from "./support/project.ts";

test.each(["--version", "-V"])("aml %s prints the version of its package", (option) => {
  const { version } = JSON.parse(readFileSync(join(repository, "packages/cli/package.json"), "utf8"));
  expect(testProject().aml(option)).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
});
