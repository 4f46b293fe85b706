import Type from 'typebox'
import { Nullable, NullableText } from './entity.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from './profile.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from './publish.ts'
import { MAX_EMAIL_LENGTH } from './entry.ts'

/** Maximum length of promotion, opening times and price, in characters. */
export const MAX_DEAL_LINE_LENGTH = 200
export const MAX_URL_LENGTH = 500
export const MAX_PHONE_LENGTH = 30

/** The schema of a text with this maximum length. */
type TextSchema = (maxLength: number) => typeof NullableText
const limitedText: TextSchema = maxLength => Nullable(Type.String({ maxLength }))
/** For answers: stored texts may be longer than what is accepted today. */
const storedText: TextSchema = () => NullableText

/** In French and English. */
const textFields = (text: TextSchema) => ({
  title: text(MAX_TITLE_LENGTH),
  description: text(MAX_TEXT_LENGTH),
  promotion: text(MAX_DEAL_LINE_LENGTH),
  openingTime: text(MAX_DEAL_LINE_LENGTH),
  price: text(MAX_DEAL_LINE_LENGTH),
  activityDescription: text(MAX_TEXT_LENGTH),
  activityPostDescription: text(MAX_TEXT_LENGTH),
})

/** The same in both languages. */
const factFields = (text: TextSchema) => ({
  address: text(MAX_ADDRESS_LENGTH),
  zipCode: text(10),
  city: text(MAX_NAME_LENGTH),
  phone: text(MAX_PHONE_LENGTH),
  webSiteUrl: text(MAX_URL_LENGTH),
  fbUrl: text(MAX_URL_LENGTH),
  email: text(MAX_EMAIL_LENGTH),
})

/** Fields of a deal in answers, which the body of a change has too. */
export const dealTexts = textFields(storedText)
export const dealFacts = factFields(storedText)
export const dealTextsBody = textFields(limitedText)
export const dealFactsBody = factFields(limitedText)
