import type { Communities, Community } from '@parvis/demo-world/make-communities.ts'
import type { Bilingual } from '@parvis/demo-world/texts/bilingual.ts'
import type { Storage } from '#server/kernel/storage.ts'
import { makeWelcomePaper, type WelcomePage } from './welcome-paper.ts'

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

const pageIn = (language: keyof Bilingual, { texts, information, places }: Community): WelcomePage => {
  const said = words[language]
  const named = places.filter(({ kind }) => kind === 'location')
  return {
    title: `${said.title}${language === 'fr' ? '\u00a0!' : '!'}`,
    lead: texts.about[language],
    parts: [
      { heading: said.where, lines: [texts.address, `${texts.zipCode} ${texts.city}`, texts.phone, texts.mail] },
      { heading: said.open, lines: information.opening[language].split('\n') },
      {
        heading: said.places,
        lines: named.map(
          ({ name, opening }) => `${name[language]}${opening ? `${said.colon}${opening[language]}` : ''}`,
        ),
      },
      {
        heading: said.numbers,
        lines: information.numbers.map(({ name, phone }) => `${name[language]}${said.colon}${phone}`),
      },
    ],
  }
}

/** The welcome papers of the demo world lie in the storage; answers how many bytes each has, by its id. */
export const storeDemoWelcomes = async (
  storage: Storage,
  { communities }: Pick<Communities, 'communities'>,
): Promise<Map<string, number>> => {
  const sizes = new Map<string, number>()
  for (const community of communities) {
    const paper = await makeWelcomePaper(community.texts.name, community.createdAt, [
      pageIn('fr', community),
      pageIn('en', community),
    ])
    await storage.put(`${community.welcomeId}/pdf`, paper)
    sizes.set(community.welcomeId, paper.length)
  }
  return sizes
}
