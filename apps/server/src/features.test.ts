import { reportedKinds } from '@parvis/contract/moderation-rules.ts'
import { expect, it } from 'vitest'
import { features } from './features.ts'

it('one feature declares how each kind of reported content is read, hidden and erased', () => {
  const declared = features.flatMap(({ reportable = [] }) => reportable.map(({ kind }) => kind))
  expect(declared.toSorted()).toEqual([...reportedKinds].toSorted())
})
