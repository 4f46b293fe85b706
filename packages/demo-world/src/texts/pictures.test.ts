import { expect, test } from 'vitest'
import { communities } from './communities.ts'
import { deals } from './deals.ts'
import { monthsOf } from './posts/post.ts'
import { posts, type DemoPost } from './posts.ts'
import { createRandom } from '../random.ts'
import { orderPosts } from '../schedule.ts'
import { viewOf, type DemoPhoto, type SceneKey } from './scenes.ts'

const pictured = posts.flatMap(post => {
  const photo = post.photo ?? post.demoVideo?.poster
  return photo ? [{ post, photo }] : []
})
const slides = communities.flatMap(({ slides: shown }) => shown)
const wordsOf = ({ title, description }: Pick<DemoPost, 'title' | 'description'>) =>
  [title?.fr, title?.en, description?.fr, description?.en].join(' ')

/** Views from 3 on show the drawings of views 0 to 2 again, mirrored. */
const baseViewOf = ({ scene, view }: DemoPhoto) => `${scene} ${view % 3}`
const duplicatesIn = (list: readonly string[]) => list.filter((each, place) => list.indexOf(each) !== place)

/** For each scene, a word that the text next to the picture must contain. */
const told: Partial<Record<SceneKey, RegExp>> = {
  ladder: /échelle|perceuse/iu,
  'lost-keys': /clés/iu,
  cat: /chat(?!ons)|Tartiflette/iu,
  'dog-walk': /chien|Reblochon/iu,
  hedgehog: /hérisson|locataire|abri/iu,
  bird: /mésange/iu,
  bicycle: /vélo|tour du lac/iu,
  parcel: /colis/iu,
  paragliders: /parapente|vol(?!t)/iu,
  petanque: /pétanque|point|bâtiments|finale/iu,
  soup: /soupe|potage/iu,
  cake: /gâteau|goûter|ans/iu,
  'snow-courtyard': /neige|verglas|vin chaud/iu,
  'umbrella-rain': /pluie/iu,
  fireworks: /toit-terrasse|année/iu,
  'yoga-lawn': /yoga/iu,
  pierogi: /pierogi/iu,
  'reuse-shop': /chaise.*lampe/iu,
  camping: /tente|camping/iu,
  'music-evening': /guitare|contrebasse|concert|orchestre/iu,
  'open-air-film': /ciné|film|court métrage/iu,
  bakery: /boulang/iu,
  'plumber-van': /fuites/iu,
  tailor: /ourlets/iu,
  pontoon: /baign|nag|bouée|buoy|bienvenue/iu,
  'board-game': /jeux|échecs/iu,
  'moving-boxes': /cartons|boxes|monté/iu,
}

test('the text of a post, a deal or a slide names what its picture shows', () => {
  const picturesWithText = [
    ...pictured.map(({ post, photo }) => ({ photo, words: wordsOf(post) })),
    ...deals.map(({ photo, title, description }) => ({ photo, words: `${title} ${description.fr}` })),
    ...slides.map(({ photo, title, text }) => ({ photo, words: `${title.fr} ${text.fr}` })),
  ]
  expect(
    picturesWithText.filter(({ photo, words }) => !(told[photo.scene]?.test(words) ?? true)).map(({ words }) => words),
  ).toEqual([])
})

test('the picture of a post fits the season and the time of day that the post names', () => {
  for (const { post, photo } of pictured) {
    const { seasons, night } = viewOf(photo)
    const open = seasons?.flatMap(season => monthsOf[season])
    if (open) expect(post.months?.filter(month => !open.includes(month)) ?? ['any'], post.key).toEqual([])
    const told =
      typeof post.when === 'object' && 'time' in post.when ? Number(post.when.time.slice(0, 2)) : post.hourOfDay
    // A picture taken at night may be posted the next morning.
    if (night && post.photo) expect(told !== undefined && (told >= 17 || told <= 9), post.key).toBe(true)
  }
})

test('deals and slides, which are shown all year, have no winter pictures', () => {
  for (const { photo } of [...deals, ...slides]) expect(viewOf(photo).seasons ?? ['summer']).toContain('summer')
})

test('posts, deals and slides each use a picture once, and no deal uses a drawing from the feed', () => {
  expect(duplicatesIn(pictured.map(({ photo: { scene, view } }) => `${scene} ${view}`))).toEqual([])
  expect(duplicatesIn(deals.map(({ photo }) => baseViewOf(photo)))).toEqual([])
  expect(duplicatesIn(slides.map(({ photo }) => baseViewOf(photo)))).toEqual([])
  const inFeed = new Set(pictured.map(({ photo }) => baseViewOf(photo)))
  expect(deals.filter(({ photo }) => inFeed.has(baseViewOf(photo))).map(({ key }) => key)).toEqual([])
})

test('a named animal looks the same in the pictures of all posts that name it', () => {
  for (const [name, looks] of [
    ['Reblochon', /chien blanc/],
    ['Tartiflette n’est|Tartiflette est', /rousse/],
  ] as const) {
    const picturedPosts = pictured.filter(({ post }) => new RegExp(name).test(wordsOf(post)))
    expect(picturedPosts.length, name).toBeGreaterThan(1)
    for (const { post, photo } of picturedPosts) expect(photo.alt.fr, post.key).toMatch(looks)
  }
})

test('a post that answers another post is newer than that post', () => {
  const answers = posts.filter(({ after }) => after)
  expect(answers.length).toBeGreaterThan(2)
  for (let seed = 0; seed < 20; seed++) {
    const order = orderPosts(posts, createRandom(seed), 10).map(({ key }) => key)
    for (const { key, after } of answers) expect(order.indexOf(key), key).toBeLessThan(order.indexOf(after!))
  }
})
