import type { AuditEntry, AuditPerson } from '@parvis/contract/audit.ts'
import { expect, test } from 'vitest'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { Entries } from './Entries.tsx'

renderStandalone('audit')

const community = { _id: 'home', customUri: 'les-tilleuls', timezone: 'Pacific/Auckland' }
const person = (firstname: string, communityId: string): AuditPerson => ({
  _id: `id of ${firstname}`,
  communityId,
  pseudo: firstname,
  firstname,
  lastname: null,
  company: null,
  role: 'administrator',
})
const entry = (who: AuditPerson): AuditEntry => ({
  _id: who._id,
  date: '2026-06-13T13:05:00Z',
  act: 'key.changed',
  community: null,
  who,
  hasLeft: false,
  email: null,
  address: null,
  subject: null,
})

test('an audit entry shows its day and time in the time zone of the viewer’s community', async () => {
  await render(<Entries entries={[entry(person('Zoé', 'home'))]} community={community} />)
  expect(document.querySelector('h2')?.textContent).toContain('14 June')
  expect(document.querySelector('time')?.textContent).toBe('1:05')
})

test('an audit entry links only members of the viewer’s own community to their member screen', async () => {
  const entries = [entry(person('Zoé', 'home')), entry(person('Théo', 'elsewhere'))]
  await render(<Entries entries={entries} community={community} />)
  expect([...document.querySelectorAll('a')].map(link => link.textContent)).toEqual(['Zoé'])
  expect(document.body.textContent).toContain('Théo')
})
