import type { Deal } from '@parvis/contract/deals.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import { MAX_DEAL_LINE_LENGTH } from '@parvis/contract/deal-fields.ts'
import { afterEach, describe, expect, it, test } from 'vitest'
import { applyEdits, changedBody, conflictingFieldsOf, parseEdits } from '#web/kernel/device/form-edits.ts'
import {
  dealBody,
  dealShape,
  isShownText,
  findDraftErrors,
  draftOfDeal,
  languageWithTooLongText,
  newDealDraft,
  withInvitation,
  countRequiredTexts,
  type DealDraft,
} from './deal-draft.ts'
import { dealDrafts, deleteDealDraft } from './use-deal-form.ts'

const emptyTexts = newDealDraft().fr
const place = { type: 'Point' as const, coordinates: [6.13, 45.9] as [number, number] }
const newDraft = newDealDraft()
const completeDraft: DealDraft = {
  ...newDraft,
  fr: { ...emptyTexts, title: 'Pain du jour', description: 'Au levain.' },
  categoryId: 'c1',
  loc: place,
}

afterEach(() => localStorage.clear())

it('languageWithTooLongText returns the language in which a text to be sent exceeds its maximum length', () => {
  const languageOverLimit = (name: keyof typeof emptyTexts, max: number, patch: Partial<DealDraft> = {}) =>
    languageWithTooLongText({ ...completeDraft, en: { ...emptyTexts, [name]: 'a'.repeat(max + 1) }, ...patch })
  expect(
    languageWithTooLongText({ ...completeDraft, fr: { ...completeDraft.fr, price: 'a'.repeat(MAX_DEAL_LINE_LENGTH) } }),
  ).toBeUndefined()
  expect(
    languageWithTooLongText({
      ...completeDraft,
      fr: { ...completeDraft.fr, price: 'a'.repeat(MAX_DEAL_LINE_LENGTH + 1) },
    }),
  ).toBe('fr')
  expect(languageOverLimit('opening', MAX_DEAL_LINE_LENGTH)).toBe('en')
  // The texts of a photo or an invitation are sent only if the deal has a photo or an invitation.
  expect([
    languageOverLimit('alt', MAX_ALT_LENGTH),
    languageOverLimit('alt', MAX_ALT_LENGTH, { photo: 'stored' }),
  ]).toEqual([undefined, 'en'])
  expect([
    languageOverLimit('after', MAX_TEXT_LENGTH),
    languageOverLimit('after', MAX_TEXT_LENGTH, { templateId: 't1' }),
  ]).toEqual([undefined, 'en'])
})

describe('the validation of a deal', () => {
  it.each([
    [{ fr: { ...completeDraft.fr, title: ' ' } }, 'title'],
    [{ fr: { ...emptyTexts, title: 'Pain' } }, 'description'],
    [{ categoryId: null }, 'categoryId'],
    [{ loc: null }, 'loc'],
    [{ phone: 'abc' }, 'phone'],
    [{ phone: '0450' }, 'phone'],
    [{ webSiteUrl: 'nowhere' }, 'webSiteUrl'],
    [{ email: 'nobody' }, 'email'],
    [{ startDate: '2031-05-10', endDate: '2031-05-01' }, 'endDate'],
  ] satisfies [Partial<DealDraft>, string][])(
    'reports an error for a draft with %j at the field %s',
    (patch, field) => {
      expect(findDraftErrors({ ...completeDraft, ...patch }, null).map(one => one.field)).toEqual([field])
    },
  )

  it('accepts a photo instead of a description, texts in one language, and common spellings of phone numbers', () => {
    expect(findDraftErrors(completeDraft, null)).toEqual([])
    for (const phone of ['04 50 00 00 00', '+33(0)4 50 00 00 00', '0033450000000', '+41 22 555 12 34'])
      expect(findDraftErrors({ ...completeDraft, phone }, null)).toEqual([])
    // A phone number that was saved before numbers were validated is accepted while it is unchanged.
    expect(findDraftErrors({ ...completeDraft, phone: '0450' }, { phone: '0450' })).toEqual([])
    expect(findDraftErrors({ ...completeDraft, phone: '0451' }, { phone: '0450' })).toHaveLength(1)
    expect(
      findDraftErrors({ ...completeDraft, fr: emptyTexts, en: { ...emptyTexts, title: 'Bread' }, photo: 'new' }, null),
    ).toEqual([])
    expect(countRequiredTexts(completeDraft.fr)).toBe(2)
  })
})

it('findDraftErrors reports all errors at once, one per field', () => {
  expect(findDraftErrors({ ...newDealDraft(), phone: 'abc', endDate: 'soon' }, null)).toEqual([
    { key: 'titlemandatory', field: 'title' },
    { key: 'descriptionmandatory', field: 'description' },
    { key: 'categorymandatory', field: 'categoryId' },
    { key: 'placemandatory', field: 'loc' },
    { key: 'invalidphonenumber', field: 'phone' },
    { key: 'invaliddateformat', field: 'endDate' },
  ])
})

describe('the invitation of a deal', () => {
  const templates = [
    { _id: 't1', description: 'On y va ?', lang: { en: { description: 'Shall we go?' } } },
    { _id: 't2', description: 'Je commande.', lang: { en: {} } },
  ]
  const activityTexts = ({ fr, en }: Pick<DealDraft, 'fr' | 'en'>) => [fr.activity, en.activity]
  const chosen = { ...completeDraft, ...withInvitation(completeDraft, 't1', templates) }

  it('contains the text of the chosen template, and is empty in a language without a template text', () => {
    expect(activityTexts(chosen)).toEqual(['On y va ?', 'Shall we go?'])
    expect(dealBody(chosen)).toMatchObject({ templateId: 't1', activityDescription: 'On y va ?' })
    expect(activityTexts(withInvitation(chosen, 't2', templates))).toEqual(['Je commande.', ''])
    expect(activityTexts(withInvitation(chosen, null, templates))).toEqual(['', ''])
  })

  it('keeps the text written by the author when another template is chosen', () => {
    const own = { ...chosen, fr: { ...chosen.fr, activity: 'Venez goûter.' } }
    expect(activityTexts(withInvitation(own, 't2', templates))).toEqual(['Venez goûter.', 'Shall we go?'])
  })
})

describe('the request body of a deal', () => {
  it('contains null for empty fields, for invitation texts without a template and for a missing photo', () => {
    const invites = {
      ...completeDraft,
      templateId: 't1',
      fr: { ...completeDraft.fr, activity: 'Venez', alt: 'Un pain' },
    }
    expect(dealBody(invites)).toMatchObject({
      activityDescription: 'Venez',
      templateId: 't1',
      price: null,
      phone: null,
    })
    expect(dealBody({ ...invites, templateId: null })).toMatchObject({ activityDescription: null, templateId: null })
    expect(dealBody(invites)).toMatchObject({ photoUri: null })
    expect(dealBody({ ...invites, photo: 'stored' })).not.toHaveProperty('photoUri')
    expect(dealBody({ ...invites, photo: 'stored' })).toMatchObject({ alt: 'Un pain' })
  })

  it('does not change when a deal is opened and saved without edits', () => {
    const { tmpId: _, ...body } = dealBody({
      ...completeDraft,
      phone: '04 50 00 00 00',
      endDate: '2031-05-10',
      nearby: false,
    })
    const deal = {
      ...body,
      lang: { en: body.lang!.en! },
      keeping: { state: 'shown', nearby: false },
      photo: null,
    } as unknown as Deal
    const { tmpId: __, ...again } = dealBody(draftOfDeal(deal))
    expect(again).toEqual(body)
  })
})

test('a changed deal is sent without the fields that equal the saved ones', () => {
  const changesOf = (draft: DealDraft) => changedBody(dealBody(draft), dealBody(completeDraft))
  expect(changesOf(completeDraft)).toEqual({})
  expect(changesOf({ ...completeDraft, phone: '04 50 00 00 00', en: { ...emptyTexts, title: 'Bread' } })).toEqual({
    phone: '04 50 00 00 00',
    lang: { en: { title: 'Bread' } },
  })
})

describe('the stored draft of a deal', () => {
  const parsed = (stored: unknown) => applyEdits(newDraft, parseEdits(stored, newDraft, dealShape))

  test('is restored in its former form, in which the values it is based on are stored beside those of the form', () => {
    expect(parsed(completeDraft)).toEqual(completeDraft)
    const mine = { ...completeDraft, phone: '1234', fr: { ...completeDraft.fr, title: 'Le mien' }, base: completeDraft }
    const theirs = { ...completeDraft, city: 'Annecy', fr: { ...completeDraft.fr, title: 'Le leur', price: '2 €' } }
    const edits = parseEdits(mine, theirs, dealShape)
    expect(applyEdits(theirs, edits)).toEqual({
      ...theirs,
      phone: '1234',
      fr: { ...theirs.fr, title: 'Le mien' },
    })
    expect(conflictingFieldsOf(edits, theirs)).toEqual(['fr.title'])
  })

  test.each([
    null,
    'x',
    {},
    { ...newDraft, loc: { type: 'Point', coordinates: ['a', 1] } },
    { ...newDraft, fr: {}, photo: 'x', nearby: 'no', title: 'x' },
  ])('is restored without values of another shape: %j', broken => {
    expect(parsed(broken)).toEqual(newDraft)
  })

  test('is deleted with its photo', async () => {
    dealDrafts('u1').save(completeDraft)
    dealDrafts('u2 d1').save(completeDraft)
    deleteDealDraft('u1')
    expect([dealDrafts('u1').load(), dealDrafts('u2 d1').load()]).toEqual([undefined, completeDraft])
  })
})

test('isShownText is true for the texts that the form shows', () => {
  const all = ['fr.title', 'en.after', 'fr.alt', 'phone', 'endDate', 'loc', 'photo', 'tmpId'] as const
  const shown = (draft: DealDraft) => all.filter(field => isShownText(field, draft))
  expect(shown(completeDraft)).toEqual(['fr.title', 'phone', 'endDate'])
  expect(shown({ ...completeDraft, templateId: 't1', photo: 'stored' })).toEqual(all.slice(0, 5))
})
