// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slimContract } from './contract.ts'

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../../packages/contract/src/${name}.ts`), 'utf8')

test('slimContract keeps only method and path of an endpoint, and leaves functions unchanged', () => {
  const slim = slimContract(read('entry'))
  expect(slim).toContain(`endpoint({ method: 'POST', path: '/api/auth' })`)
  expect(slim).not.toContain('summary')
  expect(slimContract(read('entry-rules'))).toContain(`return { key: 'missingpassword', field: 'password' }`)
})

test('slimContract keeps the spread of another endpoint from which an endpoint is made', () => {
  expect(slimContract(`export const b = endpoint({ ...a, path: '/b', access: 'session' })`)).toBe(
    `export const b = /* @__PURE__ */ endpoint({ ...a, path: '/b' })`,
  )
})

test('slimContract empties every schema and marks its call as pure, also for nested schemas and helper functions', () => {
  expect(slimContract('export const Deal = Type.Object({ a: Id, ...more, can: abilities(...names) })')).toBe(
    'export const Deal = /* @__PURE__ */ Type.Object()',
  )
  expect(slimContract('export const Deals = paged(Type.Array(Deal))')).toBe(
    'export const Deals = /* @__PURE__ */ paged(/* @__PURE__ */ Type.Array())',
  )
})
