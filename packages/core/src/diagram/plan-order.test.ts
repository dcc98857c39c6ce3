import { expect, it } from "vitest";
import { planIn } from "../testing/diagram-reading.ts";
import { planOrder } from "./plan-order.ts";

it.each([
  ["steps that are ready run in diagram order", "C --> D\nA --> D\nB --> C", "A B C D"],
  ["gates take their first label", "G{q} -->|no| A\nG -->|yes| B\nA --> Z\nB --> Z", "G A Z"],
  ["all edges of that label are taken", "G{q} -->|x| A\nG -->|y| B\nG -->|X| C", "G A C"],
  ["gates that are routed away are not asked", "G{q} -->|x| A\nG -->|y| H{r}\nH -->|x| B\nH -->|y| C", "G A"],
  ["loops use all passes", 'A --> L["x|type=loop|max_iter=2"] --> Z', "A L::iter_1 L::iter_2 Z"],
  ["people are not waited for", 'A["x|type=manual"] --> B', "A B"],
  [
    "a cycle goes round until no label leads back",
    'A --> G{"q|max_iter=2"}\nG -->|no| A\nG -->|yes| Z',
    "A::iter_1 G::iter_1 A::iter_2 G::iter_2 Z",
  ],
  [
    "a cycle ends at once when its first label leads out",
    'A --> G{"q|max_iter=2"}\nG -->|yes| Z\nG -->|no| A',
    "A::iter_1 G::iter_1 Z",
  ],
])("%s", (_, body, order) => {
  expect(planOrder(planIn(`flowchart LR\n${body}`)).join(" ")).toBe(order);
});
