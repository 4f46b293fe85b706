import { expect, test } from 'vitest'
import { findFormerNames, readFormerNames } from './former-names.ts'

const page = `
| then | now |
| --- | --- |
| \`takeHits\` | \`consume\` |
| \`Standing\` | \`MembershipStatus\`, \`DealVisibility\` |
| \`apps/web/src/kernel/outbox/passing.ts\` | \`transient-error.ts\` |
`

test('readFormerNames reads names and files from the tables of docs/former-names.md', () => {
  const { names, files } = readFormerNames(page)
  expect([...names]).toEqual(['takeHits', 'Standing'])
  expect([...files]).toEqual(['apps/web/src/kernel/outbox/passing.ts'])
})

test('the check fails if a former name is declared again', () => {
  const { names } = readFormerNames(page)
  const find = (code: string) => findFormerNames('x.ts', code, names)
  expect(find('export const takeHits = () => 1')).toEqual(['takeHits'])
  expect(find('function takeHits() {}')).toEqual(['takeHits'])
  expect(find('type Standing = 1\ninterface Standing2 {}')).toEqual(['Standing'])
  expect(find('const consume = (takeHits: number) => ({ Standing: takeHits })')).toEqual([])
})
