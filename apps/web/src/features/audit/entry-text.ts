import { isAnonymousAct, type AuditEntry, type AuditPerson } from '@parvis/contract/audit.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'

const WHO = '\ue000'
const WHOM = '\ue001'

/** Never an id: until the profile is saved, the pseudo is the user id; that of a guest contains a part of it. */
export const nameOf = (t: Translate, { company, firstname, lastname, pseudo, role, _id }: AuditPerson): string => {
  if (role === 'guest') return t('audit.guest')
  const name = company || [firstname, lastname].filter(Boolean).join(' ') || pseudo
  return name === _id ? t('audit.someone') : name
}

/** A name within a sentence; `person` is null when there is nobody to link to. */
export interface NamePiece {
  text: string
  person: AuditPerson | null
}

const whoOf = (t: Translate, { who, hasLeft }: AuditEntry): NamePiece => ({
  text: who ? nameOf(t, who) : t(hasLeft ? 'audit.left' : 'audit.nobody'),
  person: who,
})

const whomOf = (t: Translate, { subject }: AuditEntry): NamePiece => ({
  text: subject?.person ? nameOf(t, subject.person) : t('audit.left'),
  person: subject?.person ?? null,
})

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const sentenceOf = (t: Translate, { act, subject }: AuditEntry): string =>
  t(`audit.act.${act}`, { who: WHO, whom: WHOM, what: subject?.kind ?? 'other' })

/** The sentence of an entry in pieces, so that names can be links. */
export const sentencePiecesOf = (t: Translate, entry: AuditEntry): (string | NamePiece)[] => {
  const sentence = sentenceOf(t, entry)
  const pieces = sentence
    .split(new RegExp(`(${WHO}|${WHOM})`))
    .filter(piece => piece !== '')
    .map(piece => (piece === WHO ? whoOf(t, entry) : piece === WHOM ? whomOf(t, entry) : piece))
  const [first, ...rest] = pieces
  return typeof first === 'object' ? [{ ...first, text: capitalize(first.text) }, ...rest] : pieces
}

/** The account of an entry whose sentence does not name it; null if it is named or unknown. */
export const unnamedAccountOf = (t: Translate, entry: AuditEntry): NamePiece | null => {
  const isNamed = sentenceOf(t, entry).includes(WHO)
  if (isNamed || (!entry.who && (!entry.hasLeft || isAnonymousAct(entry.act)))) return null
  return whoOf(t, entry)
}
