import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogue } from './catalogue.ts'
import { plant } from './fault.ts'

// node scripts/run.mjs testing/faults/check.ts [name …]: plants each fault in this tree, holds it against types and lint, and
// takes it out again.
const root = join(import.meta.dirname, '../..')
const named = process.argv.slice(2)
const faults = (await readCatalogue()).filter(
  ({ name }) => named.length === 0 || named.some(one => name.startsWith(one)),
)

const projectOf = (file: string) => /^(?:apps|packages)\/[^/]+/.exec(file)![0]
const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? [] : [stdout + stderr]
}

let refused = 0
for (const fault of faults) {
  const path = join(root, fault.file)
  const before = readFileSync(path, 'utf8')
  const problems: string[] = []
  try {
    writeFileSync(path, plant(before, fault))
    if (/\.tsx?$/.test(fault.file)) {
      problems.push(...run('oxlint/bin/oxlint', fault.file), ...run('typescript/bin/tsc', '-p', projectOf(fault.file)))
      // a contract is used by both sides
      if (fault.file.startsWith('packages/contract'))
        for (const side of ['apps/server', 'apps/web']) problems.push(...run('typescript/bin/tsc', '-p', side))
    }
  } catch (error) {
    problems.push((error as Error).message)
  } finally {
    writeFileSync(path, before)
  }
  if (problems.length > 0) refused++
  console.log(`${problems.length === 0 ? 'ok     ' : 'REFUSED'} ${fault.name}`, ...problems)
}
console.log(`${faults.length - refused} of ${faults.length} can be planted.`)
process.exit(refused === 0 ? 0 : 1)
