import { describe, expect, test } from "vitest";
import { addedEnvironment, environmentOf } from "./environment.ts";

describe("the environment of a command", () => {
  const inherited = {
    PATH: "/bin",
    LC_ALL: "C.UTF-8",
    AWS_SECRET: "s",
    API_TOKEN: "t",
    BASH_ENV: "/evil",
    UNSET: undefined,
  };

  test("holds the allow list and nothing else of what was inherited", () => {
    expect(environmentOf({ inherited })).toEqual({ PATH: "/bin", LC_ALL: "C.UTF-8" });
  });

  test("holds the names that the configuration adds, whole or by their beginning", () => {
    expect(environmentOf({ inherited, allow: ["API_TOKEN", "AWS_*"] })).toEqual({
      PATH: "/bin",
      LC_ALL: "C.UTF-8",
      API_TOKEN: "t",
      AWS_SECRET: "s",
    });
  });

  test("takes an allowed name as it is written, not as the beginning of others", () => {
    expect(environmentOf({ inherited: { API_TOKEN: "t", API: "a" }, allow: ["API"] })).toEqual({ API: "a" });
  });

  test("has a part that is there only for those names", () => {
    expect(addedEnvironment({ inherited, allow: ["API_TOKEN", "PATH", "NONE"] })).toEqual({ API_TOKEN: "t" });
  });

  test("lets explicit values win over inherited ones", () => {
    expect(environmentOf({ inherited, values: { PATH: "/other", NEW: "" } })).toEqual({
      PATH: "/other",
      LC_ALL: "C.UTF-8",
      NEW: "",
    });
  });
});
