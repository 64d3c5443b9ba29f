// SPDX-License-Identifier: Apache-2.0
// Runs all tests of the page in one process: starting one for each file takes longer than the tests.
import {readdirSync} from 'node:fs';

for (const name of readdirSync(new URL('.', import.meta.url))) if (name.endsWith('.test.js')) await import(`./${name}`);
