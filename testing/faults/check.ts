import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogue } from './catalogue.ts'
import { type Fault, applyFault } from './fault.ts'

// node scripts/run.mjs testing/faults/check.ts [name …]: applies faults to this tree, at most one in each file at a
// time, runs the type checker and the linter on them, and reverts them.
const root = join(import.meta.dirname, '../..')
const nameFilters = process.argv.slice(2)
const faults = (await readCatalogue()).filter(
  ({ name }) => nameFilters.length === 0 || nameFilters.some(one => name.startsWith(one)),
)
const run = (cwd: string, program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd,
    encoding: 'utf8',
  })
  return status === 0 ? '' : stdout + stderr
}
/** The server and the web app use the contract, so its faults are checked in all three projects. */
const projectsOf = (file: string) =>
  file.startsWith('packages/contract')
    ? ['packages/contract', 'apps/server', 'apps/web']
    : [/^(?:apps|packages)\/[^/]+/.exec(file)![0]]

const problems = new Map<string, string>()
/** Returns the output of type checker and linter with these faults applied, each in another file. */
const runChecks = (batch: readonly Fault[]): string => {
  const before = new Map(batch.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]))
  try {
    for (const fault of batch) writeFileSync(join(root, fault.file), applyFault(before.get(fault.file)!, fault))
    const sources = batch.map(({ file }) => file).filter(file => /\.tsx?$/.test(file))
    if (sources.length === 0) return ''
    const projects = [...new Set(sources.flatMap(projectsOf))]
    return [
      run(root, 'oxlint/bin/oxlint', '--format=unix', ...sources),
      // The checks run in the root, so that paths in their output are relative to the root.
      ...projects.map(project => run(root, 'typescript/bin/tsc', '-p', project, '--pretty', 'false')),
    ].join('')
  } finally {
    for (const [file, text] of before) writeFileSync(join(root, file), text)
  }
}

const applicable = faults.filter(fault => {
  try {
    applyFault(readFileSync(join(root, fault.file), 'utf8'), fault)
    return true
  } catch (error) {
    problems.set(fault.name, (error as Error).message)
    return false
  }
})
let remaining = applicable
while (remaining.length > 0) {
  const files = new Set<string>()
  const batch = remaining.filter(({ file }) => !files.has(file) && files.add(file))
  remaining = remaining.filter(fault => !batch.includes(fault))
  const output = runChecks(batch)
  if (!output) continue
  const suspects = batch.filter(({ file }) => output.includes(file))
  // An error in another file cannot be attributed until each fault has been tried alone.
  for (const fault of suspects.length > 0 ? suspects : batch) {
    const alone = runChecks([fault])
    if (alone) problems.set(fault.name, alone)
  }
}
for (const { name } of faults)
  console.log(problems.has(name) ? `REFUSED ${name}\n${problems.get(name)}` : `ok      ${name}`)
console.log(`${faults.length - problems.size} of ${faults.length} can be applied.`)
process.exit(problems.size === 0 ? 0 : 1)
