import { formatPhone } from '@parvis/contract/phone-format.ts'
import { readDrawing } from '@parvis/demo-world/drawings.ts'
import type { Communities, Community } from '@parvis/demo-world/make-communities.ts'
import type { Bilingual } from '@parvis/demo-world/texts/bilingual.ts'
import sharp from 'sharp'
import type { Storage } from '#server/kernel/storage.ts'
import { renderWelcomePdf, type WelcomeText } from './welcome-pdf.ts'

const labelsByLanguage = {
  fr: {
    title: 'Bienvenue',
    where: 'Où nous sommes',
    open: 'Quand c’est ouvert',
    places: 'Les lieux',
    numbers: 'Numéros utiles',
    colon: '\u00a0: ',
  },
  en: {
    title: 'Welcome',
    where: 'Where we are',
    open: 'When we are open',
    places: 'Places',
    numbers: 'Useful numbers',
    colon: ': ',
  },
} as const

const welcomeTextIn = (language: keyof Bilingual, { texts, information, places }: Community): WelcomeText => {
  const labels = labelsByLanguage[language]
  const locations = places.filter(({ kind }) => kind === 'location')
  return {
    title: `${labels.title}${language === 'fr' ? '\u00a0!' : '!'}`,
    lead: texts.about[language],
    parts: [
      {
        heading: labels.where,
        lines: [texts.address, `${texts.zipCode} ${texts.city}`, formatPhone(texts.phone), texts.mail],
      },
      { heading: labels.open, lines: information.opening[language].split('\n') },
      {
        heading: labels.places,
        lines: locations.map(
          ({ name, opening }) => `${name[language]}${opening ? `${labels.colon}${opening[language]}` : ''}`,
        ),
      },
      {
        heading: labels.numbers,
        lines: information.numbers.map(({ name, phone }) => `${name[language]}${labels.colon}${formatPhone(phone)}`),
      },
    ],
  }
}

/** Width and height of the logo, large enough for print. */
const LOGO_PX = 240

/** Stores the welcome PDFs of the demo communities. Returns their sizes in bytes by the ids of the PDFs. */
export const storeDemoWelcomePdfs = async (
  storage: Storage,
  { communities }: Pick<Communities, 'communities'>,
): Promise<Map<string, number>> => {
  const sizes = new Map<string, number>()
  for (const community of communities) {
    const drawing = Buffer.from(readDrawing(`logos/${community.texts.uri}`))
    const logo = await sharp(drawing, { density: 300 }).resize(LOGO_PX, LOGO_PX).png().toBuffer()
    const pdf = await renderWelcomePdf({ name: community.texts.name, logo }, community.createdAt, [
      welcomeTextIn('fr', community),
      welcomeTextIn('en', community),
    ])
    await storage.put(`${community.welcomeId}/pdf`, pdf)
    sizes.set(community.welcomeId, pdf.length)
  }
  return sizes
}
