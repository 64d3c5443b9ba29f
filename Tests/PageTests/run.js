// SPDX-License-Identifier: Apache-2.0
// Runs all tests of the page in one process: a process for each file would take longer than the tests.
import {readdirSync} from 'node:fs';

for (const name of readdirSync(new URL('.', import.meta.url))) if (name.endsWith('.test.js')) await import(`./${name}`);
