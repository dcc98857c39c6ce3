import { expect, test } from "vitest";
import { check } from "../check.ts";
import { contractByName } from "./find-by-name.ts";

const contract = (name: string) => `<skill define="contract" name="${name}"/>`;
const { registry } = check([
  { file: "one.md", text: contract("person") + contract("ticket") },
  { file: "two.md", text: contract("person") + contract("shop/order") },
]);

test.each<[string, object]>([
  ["nothing", { kind: "unknown", nearest: undefined, known: ["person", "shop/order", "ticket"] }],
  ["tikcet", { kind: "unknown", nearest: "ticket", known: ["person", "shop/order", "ticket"] }],
  ["three/person", { kind: "unknown" }],
  ["person", { kind: "ambiguous", contracts: [{ name: "person" }, { name: "person" }] }],
  ["ticket", { kind: "found", contract: { name: "ticket" } }],
  ["two/person", { kind: "found", contract: { name: "person", package: { name: "two" } } }],
  ["shop/order", { kind: "found", contract: { name: "shop/order" } }],
])("%s", (name, expected) => {
  expect(contractByName(registry, name)).toMatchObject(expected);
});
