// What ESLint looks for in the pages' modules; the types are tsc's matter, the form is prettier's.

import js from "@eslint/js";
import jsdoc from "eslint-plugin-jsdoc";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { globals: globals.browser },
    plugins: { jsdoc },
    rules: {
      "no-var": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "object-shorthand": "error",
      eqeqeq: "error",
      curly: ["error", "multi-line"],
      "no-shadow": "error",
      "no-param-reassign": "error",
      "no-unused-private-class-members": "error",
      "no-eval": "error",
      "no-promise-executor-return": "error",
      "no-unreachable-loop": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Text is set as text: use html() or svg()." },
        { property: "outerHTML", message: "Text is set as text: use html() or svg()." },
      ],
      complexity: ["error", 30],
      "jsdoc/check-tag-names": "error",
      "jsdoc/check-param-names": "error",
      "jsdoc/require-description": ["error", { contexts: ["ExportNamedDeclaration > *"] }],
      "jsdoc/require-jsdoc": [
        "error",
        {
          publicOnly: true,
          require: { FunctionDeclaration: true, ClassDeclaration: true, MethodDefinition: true },
          checkConstructors: false,
        },
      ],
    },
    settings: { jsdoc: { mode: "typescript" } },
  },
  { ignores: ["web/dist/"] },
  { files: ["eslint.config.js", "web/esbuild.config.mjs"], languageOptions: { globals: {} } },
];
