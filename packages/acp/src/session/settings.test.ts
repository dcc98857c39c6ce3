import { describe, expect, it } from "vitest";
import { changedSettings, optionOf, settingsOf } from "./settings.ts";

const modeOption = {
  id: "mode",
  category: "mode",
  currentValue: "ask",
  options: [{ value: "ask" }, { value: "auto" }],
};

describe("the settings of a session", () => {
  it("have the mode that the agent names, or its option", () => {
    const modes = { currentModeId: "default", availableModes: [{ id: "default" }, { id: "plan" }, {}, null] };
    expect(settingsOf({ modes })).toMatchObject({ mode: "default", modes: ["default", "plan"] });
    expect(settingsOf({ configOptions: [modeOption] })).toMatchObject({ mode: "ask", modes: [] });
    expect(settingsOf({ modes, configOptions: [modeOption] }).mode).toBe("default");
  });

  it("find choices in groups", () => {
    const options = [
      { group: "g", name: "G", options: [{ value: "a", name: "The A" }] },
      { group: "h", name: "H", options: [{ value: "b" }] },
    ];
    const settings = settingsOf({ configOptions: [{ id: "m", category: "model", currentValue: "a", options }] });
    const choices = [
      { value: "a", name: "The A" },
      { value: "b", name: "b" },
    ];
    expect(optionOf(settings, "model")).toEqual({ id: "m", category: "model", current: "a", choices });
  });

  it.each([[null], ["x"], [[null, 7, {}, { id: 7 }]]])("are empty for options that are none: %j", (configOptions) => {
    expect(settingsOf({ configOptions, modes: configOptions })).toEqual({
      mode: undefined,
      modes: [],
      model: undefined,
      options: [],
    });
  });

  it("tell the model of an agent that has no option for it", () => {
    expect(settingsOf({ models: { currentModelId: "large", availableModels: [] } }).model).toBe("large");
  });
});

describe("changed settings", () => {
  const settings = settingsOf({ configOptions: [modeOption] });

  it("follow a mode and options that the agent tells", () => {
    expect(changedSettings(settings, { currentModeId: "auto" })?.mode).toBe("auto");
    const configOptions = [{ ...modeOption, currentValue: "auto" }];
    expect(changedSettings(settings, { configOptions })?.mode).toBe("auto");
  });

  it("keep the mode when other options change", () => {
    const configOptions = [{ id: "model", category: "model", currentValue: "big" }];
    expect(changedSettings(settings, { configOptions })?.mode).toBe("ask");
  });

  it("are none when nothing is told", () => {
    expect(changedSettings(settings, {})).toBeNull();
    expect(changedSettings(settings, { currentModeId: 7, configOptions: "x" })).toBeNull();
  });
});
