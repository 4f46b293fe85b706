import { mirrored } from './ink.ts'
import { bird, cat, hedgehog } from './scenes/animals.ts'
import { lostKeys, parcel, umbrellaRain } from './scenes/errands.ts'
import { boardGame, kidsDrawing } from './scenes/games.ts'
import { balconyFlowers, vegetableGarden } from './scenes/garden.ts'
import { gardenTable } from './scenes/gathering.ts'
import { cheeseDairy, florist } from './scenes/growers.ts'
import { movingBoxes, tools } from './scenes/home.ts'
import { playground, yogaLawn } from './scenes/lawn.ts'
import { fireworks, musicEvening } from './scenes/nights.ts'
import { camping, paragliders, sunsetMountain } from './scenes/outdoors.ts'
import { cinema, restaurant } from './scenes/outings.ts'
import { dogWalk, petanque } from './scenes/park.ts'
import { books, bookshop } from './scenes/reading.ts'
import { kayakHire, lake, pontoon } from './scenes/shore.ts'
import { reuseShop } from './scenes/reuse.ts'
import { openAirFilm } from './scenes/screening.ts'
import { bakery, market } from './scenes/street.ts'
import { cake, pierogi, soup } from './scenes/table.ts'
import { iceCream, plumberVan } from './scenes/trades.ts'
import { care, hairdresser } from './scenes/treatment.ts'
import { bikeWorkshop, tailor } from './scenes/workrooms.ts'
import { bicycleAgainstWall, courtyard, snowCourtyard } from './scenes/yard.ts'

const drawings = {
  lake: lake,
  'garden-table': gardenTable,
  courtyard: courtyard,
  market: market,
  bakery: bakery,
  books: books,
  camping: camping,
  cat: cat,
  petanque: petanque,
  pontoon: pontoon,
  'snow-courtyard': snowCourtyard,
  'balcony-flowers': balconyFlowers,
  'dog-walk': dogWalk,
  bicycle: bicycleAgainstWall,
  playground: playground,
  'kids-drawing': kidsDrawing,
  'board-game': boardGame,
  cake: cake,
  soup: soup,
  pierogi: pierogi,
  ladder: tools,
  'moving-boxes': movingBoxes,
  'lost-keys': lostKeys,
  'umbrella-rain': umbrellaRain,
  'sunset-mountain': sunsetMountain,
  paragliders: paragliders,
  'vegetable-garden': vegetableGarden,
  fireworks: fireworks,
  'music-evening': musicEvening,
  'open-air-film': openAirFilm,
  'yoga-lawn': yogaLawn,
  parcel: parcel,
  hedgehog: hedgehog,
  bird: bird,
  restaurant: restaurant,
  hairdresser: hairdresser,
  florist: florist,
  'cheese-dairy': cheeseDairy,
  'bike-workshop': bikeWorkshop,
  bookshop: bookshop,
  'kayak-hire': kayakHire,
  cinema: cinema,
  'reuse-shop': reuseShop,
  care: care,
  'plumber-van': plumberVan,
  'ice-cream': iceCream,
  tailor: tailor,
} satisfies Record<string, (variant: number) => string>

export type SceneName = keyof typeof drawings

/* The middle drawing faces the other way, and past the third all three come back turned round, so six photos differ. */
function turned(draw: (variant: number) => string): (variant: number) => string {
  return variant => {
    const whole = Math.abs(Math.trunc(variant))
    const drawn = draw(whole % 3)
    if ((Math.floor(whole / 3) % 2 === 1) === (whole % 3 === 1)) return drawn
    const start = drawn.indexOf('>') + 1
    return drawn.slice(0, start) + mirrored(drawn.slice(start, -'</svg>'.length), 800) + '</svg>'
  }
}

export const scenes = Object.fromEntries(
  Object.entries(drawings).map(([name, draw]) => [name, turned(draw)]),
) as Record<SceneName, (variant: number) => string>

export const sceneNames = Object.keys(drawings) as SceneName[]
