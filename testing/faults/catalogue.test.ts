import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCatalogue } from './catalogue.ts'
import { applyFault } from './fault.ts'

const root = join(import.meta.dirname, '../..')
const faults = await readCatalogue()

test('the text that a fault replaces occurs exactly once in its file, and the replacement differs from it', () => {
  const stale = faults.flatMap(fault => {
    try {
      const text = readFileSync(join(root, fault.file), 'utf8')
      return applyFault(text, fault) === text ? [`${fault.name}: it changes nothing`] : []
    } catch (error) {
      return [(error as Error).message]
    }
  })
  expect(stale).toEqual([])
})

test('every `heldBy` path matches files', () => {
  expect(faults.filter(({ heldBy }) => heldBy && globSync(`${heldBy}**`, { cwd: root }).length === 0)).toEqual([])
})

test('every fault has a unique name', () => {
  expect(faults.length).toBeGreaterThanOrEqual(80)
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
})

test('applyFault throws unless the replaced text occurs exactly once', () => {
  const fault = { name: 'a', breaks: 'b', file: 'c.ts', find: 'x > 1', replace: 'x > 2' }
  expect(applyFault('if (x > 1) y()', fault)).toBe('if (x > 2) y()')
  expect(() => applyFault('if (x >= 1) y()', fault)).toThrow('0 times')
  expect(() => applyFault('x > 1 || x > 1', fault)).toThrow('2 times')
})
