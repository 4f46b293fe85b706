import { phoneLabelOf } from '@parvis/contract/phone-label.ts'
import { readDrawing } from '@parvis/demo-world/drawings.ts'
import type { Communities, Community } from '@parvis/demo-world/make-communities.ts'
import type { Bilingual } from '@parvis/demo-world/texts/bilingual.ts'
import sharp from 'sharp'
import type { Storage } from '#server/kernel/storage.ts'
import { makeWelcomePaper, type WelcomeWords } from './welcome-paper.ts'

const words = {
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

const wordsIn = (language: keyof Bilingual, { texts, information, places }: Community): WelcomeWords => {
  const said = words[language]
  const named = places.filter(({ kind }) => kind === 'location')
  return {
    title: `${said.title}${language === 'fr' ? '\u00a0!' : '!'}`,
    lead: texts.about[language],
    parts: [
      {
        heading: said.where,
        lines: [texts.address, `${texts.zipCode} ${texts.city}`, phoneLabelOf(texts.phone), texts.mail],
      },
      { heading: said.open, lines: information.opening[language].split('\n') },
      {
        heading: said.places,
        lines: named.map(
          ({ name, opening }) => `${name[language]}${opening ? `${said.colon}${opening[language]}` : ''}`,
        ),
      },
      {
        heading: said.numbers,
        lines: information.numbers.map(({ name, phone }) => `${name[language]}${said.colon}${phoneLabelOf(phone)}`),
      },
    ],
  }
}

/** Large enough for print. */
const LOGO_PX = 240

/** Stores the demo communities’ welcome PDFs; returns their size in bytes by id. */
export const storeDemoWelcomes = async (
  storage: Storage,
  { communities }: Pick<Communities, 'communities'>,
): Promise<Map<string, number>> => {
  const sizes = new Map<string, number>()
  for (const community of communities) {
    const drawing = Buffer.from(readDrawing(`logos/${community.texts.uri}`))
    const logo = await sharp(drawing, { density: 300 }).resize(LOGO_PX, LOGO_PX).png().toBuffer()
    const paper = await makeWelcomePaper({ name: community.texts.name, logo }, community.createdAt, [
      wordsIn('fr', community),
      wordsIn('en', community),
    ])
    await storage.put(`${community.welcomeId}/pdf`, paper)
    sizes.set(community.welcomeId, paper.length)
  }
  return sizes
}
