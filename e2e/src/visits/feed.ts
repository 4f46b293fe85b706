import { publishPost } from '@parvis/contract/publish.ts'
import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = async server => {
  const { answer: own } = await (
    await server.as('neighbor')
  ).call(publishPost, {
    body: {
      title: 'Graines de tomates',
      description: 'J’en ai trop semé : servez-vous devant le local à vélos.',
      lang: {
        en: {
          title: 'Tomato seedlings',
          description: 'I sowed too many: help yourself by the bike room.',
        },
      },
    },
  })
  return [
    { name: 'feed', route: '/$c/actualites', path: '/les-tilleuls/actualites', as: 'neighbor' },
    {
      name: 'post',
      route: '/$c/actualites/publication',
      path: `/les-tilleuls/actualites/publication?id=${own._id}`,
      as: 'neighbor',
    },
    { name: 'calendar', route: '/$c/calendrier', path: '/les-tilleuls/calendrier', as: 'neighbor' },
    { name: 'video', route: '/youtube', path: '/youtube?videoId=SkVqJ1SGeL0', as: 'neighbor' },
  ]
}
