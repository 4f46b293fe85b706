// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { compiler } from './compiler.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-compiler-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('a production build does not reuse the compiler output that was cached for development', async () => {
  const file = join(folder, 'Greeting.tsx')
  // The random text ensures that no earlier run has cached the output for this file.
  writeFileSync(file, `export const Greeting = ({ name }) => <p title={name}>{name} ${randomUUID()}</p>`)
  const compiled = async (env: string) => {
    vi.stubEnv('NODE_ENV', env)
    const { output } = (await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [compiler()],
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: file, external: /^react/, preserveEntrySignatures: 'strict' },
      },
    })) as Rolldown.RolldownOutput
    return output[0].code
  }
  const [forDevelopment, forProduction, again] = [
    await compiled('development'),
    await compiled('production'),
    await compiled('production'),
  ]
  expect(forDevelopment).toContain('react.memo_cache_sentinel')
  expect(forProduction).not.toContain('react.memo_cache_sentinel')
  expect(forProduction).toMatch(/_c\(|\bc\(\d/)
  expect(again).toBe(forProduction)
})
