import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { featureNames, featuresOfJourney } from './select-tests.ts'

/** Returns the errors in the `// features:` lines of browser tests, one line each. */
export const findDeclarationErrors = (
  browserTests: ReadonlyMap<string, string>,
  features: readonly string[],
): string[] =>
  [...browserTests].flatMap(([path, code]) => {
    const declared = featuresOfJourney(code)
    if (declared.length === 0) return [`${path}: its first line names no feature (// features: chat, push)`]
    return declared.filter(name => !features.includes(name)).map(name => `${path}: there is no feature ${name}`)
  })

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const files = globSync('e2e/src/*.test.ts', { cwd: root })
  const found = findDeclarationErrors(
    new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')])),
    featureNames(root),
  )
  for (const line of found) console.error(line)
  process.exit(found.length > 0 ? 1 : 0)
}
