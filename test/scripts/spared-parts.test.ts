import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { build } from 'vite';
import { sparedParts } from '#scripts/build/spared-parts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'matricula-spared-'));
  mkdirSync(path.join(folder, 'src/client'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Builds a client of this one file, as far as it is its own. */
async function buildClient(source: string): Promise<void> {
  const input = path.join(folder, 'src/client/Screen.tsx');
  writeFileSync(input, source);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [...sparedParts()],
    build: { rolldownOptions: { input, external: [/^react/] } },
  });
}

it.each([
  ['<title', 'export const Screen = () => <title>About You</title>;'],
  ['<form method="post" action=', 'export const Screen = () => <form method="post" action={() => {}} />;'],
  ['useOptimistic', "import { useOptimistic } from 'react';\nexport const kept = useOptimistic;"],
  ["preload } from 'react-dom'", "import { preload } from 'react-dom';\npreload('/a.css', { as: 'style' });"],
])('the build stops where the client uses %s', async (part, source) => {
  await expect(buildClient(source)).rejects.toThrow(`Screen.tsx uses ${part}, which`);
});

it('the build goes on where the client uses none of what is left out', async () => {
  const source = 'export const Screen = () => <form onSubmit={() => {}}><input name="title" /></form>;';
  await expect(buildClient(source)).resolves.toBeUndefined();
});
