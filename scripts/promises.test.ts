import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const page = readFileSync(join(root, 'docs/promises.md'), 'utf8')
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const folders: Record<string, string> = {
  server: 'apps/server',
  e2e: 'e2e',
  checks: 'scripts',
  web: 'apps/web',
  mobile: 'apps/mobile',
}
const testFiles = globSync('{apps,e2e,scripts,packages}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: path => path.includes('node_modules'),
})

/** Returns what the page refers to but does not exist: test files, commands, variables of long tests, pages. */
const findMissingReferences = (text: string): string[] => {
  const missing: string[] = []
  for (const [, command] of text.matchAll(/`(npm [^`]+|[A-Z_]+=\d[^`]*)`/g)) {
    const project = /--project (\w+)/.exec(command!)?.[1]
    if (command!.startsWith('npm test')) {
      const folder = folders[project ?? '']
      const words = command!.split(' -- ')[1]!.split(' ').slice(2)
      for (const word of words) {
        const path = word.replace(/^scripts\//, '')
        if (!folder || !testFiles.some(file => file.startsWith(`${folder}/`) && file.includes(path)))
          missing.push(command!)
      }
      if (words.length === 0) missing.push(command!)
    } else if (command!.startsWith('npm')) {
      const name = command!.replace(/^npm (?:run )?/, '')
      if (!scripts[name]) missing.push(command!)
    } else
      for (const [, name] of command!.matchAll(/([A-Z_]+)=/g))
        if (!contributing.includes(`\`${name!}\``) && !contributing.includes(name!)) missing.push(command!)
  }
  for (const [, path] of text.matchAll(/\]\(([^)#]+)\)/g))
    if (!existsSync(join(root, 'docs', path!))) missing.push(path!)
  return [...new Set(missing)]
}

test('every promise refers to a command, a test or a page, and all of them exist', () => {
  expect(findMissingReferences(page)).toEqual([])
  const rows = page.split('\n').filter(line => line.startsWith('| ') && !/^\| (?:---|Parvis promises)/.test(line))
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.filter(row => !row.includes('`'))).toEqual([])
})

test.each([
  '`npm test -- --project server src/planted`',
  '`npm test -- --project e2e features/media/upload`',
  '`npm test -- --project server`',
  '`npm run planted`',
  '`PLANTED_ROUNDS=50`',
  '[a page](planted.md)',
])('the check fails if a promise refers to %s', text => {
  expect(findMissingReferences(text)).toHaveLength(1)
})
