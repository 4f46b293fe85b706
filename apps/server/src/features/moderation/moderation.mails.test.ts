import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@parvis/contract/language.ts'
import { type ModerationDecision, moderationRules } from '@parvis/contract/moderation.ts'
import { expect, test } from 'vitest'
import { translatorFor } from '#server/kernel/texts.ts'
import { decisionText } from './moderation.mails.ts'
import type { CaseRow } from './moderation.queries.ts'

const subjectOf = (
  language: 'en' | 'fr',
  row: Pick<CaseRow, 'kind'> & { decision: ModerationDecision },
  title: string | null = null,
) => {
  const at = { community_name: 'Les Tilleuls', timezone: 'Europe/Paris', days: 7, rule: null, reason: null }
  return decisionText(language, { ...at, ...row } as Parameters<typeof decisionText>[1], {
    titles: { title, title_en: null, text: 'To be had', text_en: null },
    href: '',
    appealUntil: new Date('2026-06-13T10:00:00Z'),
    dataEmail: null,
  }).subject
}

test('the subject of a mail names the decision and the content', () => {
  expect([
    subjectOf('en', { kind: 'post', decision: 'hide' }, 'Sofa'),
    subjectOf('fr', { kind: 'post', decision: 'hide' }, 'Canapé'),
    subjectOf('fr', { kind: 'deal', decision: 'remove' }, 'Pain'),
    subjectOf('fr', { kind: 'message', decision: 'hide' }),
    subjectOf('en', { kind: 'user', decision: 'hide' }, 'Ana Roux'),
    subjectOf('en', { kind: 'user', decision: 'remove' }),
    subjectOf('en', { kind: 'post', decision: 'suspend' }, 'Sofa'),
    subjectOf('en', { kind: 'post', decision: 'warn' }),
  ]).toEqual([
    'Your post “Sofa” is hidden',
    'Votre publication «\u00a0Canapé\u00a0» est masquée',
    'Votre bon plan «\u00a0Pain\u00a0» est retiré',
    'Votre message est masqué',
    'Your profile is hidden',
    'Your access to Les Tilleuls is closed',
    'You are suspended for 7\u00a0days',
    'A warning about your post “To be had”',
  ])
})

test('the subject of a mail truncates a long title', () => {
  expect(subjectOf('en', { kind: 'post', decision: 'hide' }, 'x'.repeat(200))).toBe(
    `Your post “${'x'.repeat(59)}…” is hidden`,
  )
})

test.each(languages)('mails name each rule in the same words as the app, in %s', language => {
  const file = join(import.meta.dirname, `../../../../web/src/locales/${language}/moderation.json`)
  const app = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const t = translatorFor(language)
  for (const rule of moderationRules) expect(t(`moderation.rules.${rule}`)).toBe(app[`rules.rule.${rule}`])
})
