import {
  allAuditActs,
  auditActs,
  auditGroups,
  type AuditEntry,
  type AuditPerson,
  isCaseAct,
  subjectKindOf,
} from '@parvis/contract/audit.ts'
import { type Language, languages } from '@parvis/contract/language.ts'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { textFiles } from '../../../build/messages.ts'
import { unnamedAccountOf, nameOf, sentencePiecesOf } from './entry-text.ts'

const person = (more: Partial<AuditPerson> = {}): AuditPerson => ({
  _id: '0198f2a0-0000-7000-8000-000000000001',
  communityId: '0198f2a0-0000-7000-8000-000000000002',
  pseudo: 'cam',
  firstname: 'Camille',
  lastname: 'Roussel',
  company: null,
  role: 'administrator',
  ...more,
})

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: '0198f2a0-0000-7000-8000-000000000003',
  date: '2026-06-13T10:00:00Z',
  act: 'role.changed',
  community: null,
  who: person(),
  hasLeft: false,
  email: null,
  address: null,
  subject: null,
  ...more,
})

const sentenceOf = (source: AuditEntry) =>
  sentencePiecesOf(t, source)
    .map(piece => (typeof piece === 'string' ? piece : piece.text))
    .join('')

describe('audit acts', () => {
  const keys = [...allAuditActs.map(act => `audit.act.${act}`), ...auditGroups.map(group => `audit.kind.${group}`)]

  const textsOf = (language: Language): Record<string, string> =>
    JSON.parse(readFileSync(textFiles(language).get('audit')!, 'utf8'))

  it.each(languages)('and their groups each have a text, and no text is left over: %s', language => {
    const texts = textsOf(language)
    const existing = Object.keys(texts).filter(key => /^audit\.(?:act|kind)\./.test(key) && key !== 'audit.kind.all')
    expect(existing.toSorted()).toEqual(keys.toSorted())
  })

  it('have texts that name the person concerned only if the subject is a member or a case', () => {
    const naming = (texts: Record<string, string>) =>
      allAuditActs.filter(act => texts[`audit.act.${act}`]!.includes('{whom}'))
    for (const texts of languages.map(textsOf))
      expect(naming(texts).filter(act => subjectKindOf(act) !== 'member' && !isCaseAct(act))).toEqual([])
  })

  it('belong to exactly one group each', () => {
    expect(new Set(allAuditActs).size).toBe(Object.values(auditActs).flat().length)
  })
})

describe.each(languages)('an audit entry in the language %s', language => {
  beforeEach(async () => {
    await setLanguage(language)
    await loadTexts('audit')
  })
  const of = <T>(words: { en: T; fr: T }): T => words[language]

  it('names the person who acted and the person concerned, with links to both', () => {
    const whom = person({ _id: '0198f2a0-0000-7000-8000-000000000004', firstname: 'Théo', lastname: null })
    const subject = { _id: whom._id, kind: 'member', isThere: true, name: null, person: whom } as const
    const changed = entry({ subject })
    expect(sentenceOf(changed)).toBe(
      of({ en: 'Camille Roussel changed the role of Théo', fr: 'Camille Roussel a changé un rôle : Théo' }),
    )
    expect(
      sentencePiecesOf(t, changed).flatMap(piece => (typeof piece === 'object' ? [piece.person?._id] : [])),
    ).toEqual([changed.who!._id, whom._id])
  })

  it('starts with a capital letter when a deleted member or a guest acted', () => {
    expect(sentenceOf(entry({ act: 'key.changed', who: null, hasLeft: true }))).toBe(
      of({ en: 'A deleted member changed the key', fr: 'Un membre supprimé a changé la clé' }),
    )
    expect(sentenceOf(entry({ act: 'logout', who: person({ role: 'guest', pseudo: 'guest-1' }) }))).toBe(
      of({ en: 'A guest signed out', fr: 'Un invité a fermé sa session' }),
    )
  })

  it('does not show the id of a person without a name', () => {
    const { _id } = person()
    const unnamed = person({ pseudo: _id, firstname: null, lastname: null })
    expect(nameOf(t, unnamed)).toBe(of({ en: 'someone without a name yet', fr: 'quelqu’un encore sans nom' }))
  })

  it('shows the account separately if the sentence does not name the account, and shows none if the account is unknown', () => {
    expect(sentenceOf(entry({ act: 'login.failed' }))).toBe(of({ en: 'Sign-in failed', fr: 'Échec de connexion' }))
    expect(unnamedAccountOf(t, entry({ act: 'login.failed' }))?.text).toBe('Camille Roussel')
    expect(unnamedAccountOf(t, entry({ act: 'login.failed', who: null }))).toBeNull()
    expect(unnamedAccountOf(t, entry())).toBeNull()
  })
})
