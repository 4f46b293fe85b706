import { bilingual, type Bilingual } from './bilingual.ts'
import { fictionalPhone } from './phone.ts'
import { photo, type DemoPhoto } from './scenes.ts'

export interface DemoCommunity {
  uri: string
  name: string
  type: 'Neighborhood' | 'Camping'
  tagline: Bilingual
  about: Bilingual
  address: string
  zipCode: string
  city: string
  phone: string
  mail: string
  webSiteUrl: string
  lat: number
  lon: number
  isPrivate: boolean
  registerKey: string | null
  /** The organisation that runs the community; two of the communities have the same one. */
  organization: string | null
  flags: { acceptPosts: boolean; gooddeal: boolean; weather: boolean; subscribe: boolean }
  slides: { photo: DemoPhoto; title: Bilingual; text: Bilingual; about?: 'gooddeal' | 'weather' }[]
}

const everything = { acceptPosts: true, gooddeal: true, weather: true, subscribe: true }
const shores = 'Les Rives d’Annecy'

export const communities: DemoCommunity[] = [
  {
    uri: 'les-tilleuls',
    name: 'Les Tilleuls',
    type: 'Neighborhood',
    tagline: bilingual(
      'Six immeubles, un grand tilleul, deux cents voisins',
      'Six buildings, one old lime tree, two hundred neighbours',
    ),
    about: bilingual(
      'Entre la vieille ville et la gare, les six immeubles des Tilleuls entourent un jardin planté dans les années soixante. On y partage un potager, un terrain de pétanque, une salle commune et, depuis peu, les nouvelles du jour. Que vous habitiez ici depuis quarante ans ou depuis hier, vous êtes au bon endroit.',
      'Between the old town and the station, the six buildings of Les Tilleuls stand around a garden planted in the nineteen-sixties. People here share a vegetable plot, a pétanque ground, a common room and, lately, the news of the day. Whether you have lived here for forty years or since yesterday, you have come to the right place.',
    ),
    address: '12 allée des Tilleuls',
    zipCode: '74000',
    city: 'Annecy',
    phone: fictionalPhone('2040'),
    mail: 'accueil@les-tilleuls.example',
    webSiteUrl: 'https://les-tilleuls.example',
    lat: 45.9071,
    lon: 6.1308,
    isPrivate: false,
    registerKey: null,
    organization: null,
    flags: everything,
    slides: [
      {
        photo: photo('garden-table', 4),
        title: bilingual('Vos voisins sont là', 'Your neighbours are here'),
        text: bilingual(
          'Un apéro sous le tilleul, une partie de pétanque, un trajet partagé : cela commence par un mot.',
          'Drinks under the lime tree, a game of pétanque, a shared ride: it starts with a word.',
        ),
      },
      {
        photo: photo('ladder', 0),
        title: bilingual('Une échelle, trois étages plus bas', 'A ladder, three floors down'),
        text: bilingual(
          'Demandez avant d’acheter. Quelqu’un, ici, a sûrement ce qu’il vous faut.',
          'Ask before you buy. Somebody here surely has what you need.',
        ),
      },
      {
        photo: photo('bakery', 1),
        about: 'gooddeal',
        title: bilingual('Les bons plans du quartier', 'Good deals around the corner'),
        text: bilingual(
          'La boulangère, le réparateur de vélos, le libraire : ils ont une attention pour vous.',
          'The baker, the bike mender, the bookseller: each has a little something for you.',
        ),
      },
      {
        photo: photo('lake', 0),
        about: 'weather',
        title: bilingual('Le lac à dix minutes', 'Ten minutes from the lake'),
        text: bilingual(
          'La météo de la journée, et toujours quelqu’un pour aller nager.',
          'The day’s weather, and always someone to go swimming with.',
        ),
      },
    ],
  },
  {
    uri: 'quartier-de-la-gare',
    name: 'Quartier de la Gare',
    type: 'Neighborhood',
    tagline: bilingual('Le quartier qui part tôt et rentre à vélo', 'The district that leaves early and cycles home'),
    about: bilingual(
      'Autour de la place, des rails et des cafés, le quartier de la Gare change vite. Habitants, commerçants et navetteurs s’y prêtent des vélos, s’y gardent des colis et s’attendent sur le quai. La clé d’inscription est affichée dans les halls d’immeuble.',
      'Around the square, the rails and the cafés, the station district is changing fast. Residents, shopkeepers and commuters lend one another bikes, take in parcels and wait for each other on the platform. The key to join hangs in the entrance halls.',
    ),
    address: '3 place des Cheminots',
    zipCode: '74000',
    city: 'Annecy',
    phone: fictionalPhone('2115'),
    mail: 'bonjour@quartier-gare.example',
    webSiteUrl: 'https://quartier-gare.example',
    lat: 45.9021,
    lon: 6.1196,
    isPrivate: false,
    registerKey: 'GARE-DEMO-2026',
    organization: null,
    flags: everything,
    slides: [
      {
        photo: photo('bicycle', 3),
        title: bilingual('À vélo, à pied, en train', 'By bike, on foot, by train'),
        text: bilingual(
          'Trouvez avec qui partager le trajet du matin, et le café d’avant.',
          'Find someone to share the morning ride with, and the coffee before it.',
        ),
      },
      {
        photo: photo('parcel', 3),
        title: bilingual('Un voisin garde votre colis', 'A neighbour has your parcel'),
        text: bilingual(
          'Fini l’avis de passage : il y a toujours quelqu’un au deuxième.',
          'No more missed deliveries: somebody is always in on the second floor.',
        ),
      },
      {
        photo: photo('music-evening', 3),
        title: bilingual('Le soir, la place s’anime', 'The square comes alive at night'),
        text: bilingual(
          'Concerts, bals et tablées : voyez qui y va.',
          'Concerts, dances and long tables: see who’s going.',
        ),
      },
    ],
  },
  {
    uri: 'residence-du-lac',
    name: 'Résidence du Lac',
    type: 'Neighborhood',
    tagline: bilingual('Soixante appartements, une vue, une équipe', 'Sixty flats, one view, one team'),
    about: bilingual(
      'La Résidence du Lac réunit soixante logements au-dessus de la baie d’Albigny. L’équipe d’accueil veille sur les lieux, les résidents veillent les uns sur les autres. L’inscription se fait avec la clé remise à l’état des lieux.',
      'La Résidence du Lac has sixty flats above the bay of Albigny. The reception team looks after the place, and the residents look after each other. You register with the key that you were given when you moved in.',
    ),
    address: '27 chemin des Roselières',
    zipCode: '74940',
    city: 'Annecy',
    phone: fictionalPhone('3300'),
    mail: 'accueil@residence-du-lac.example',
    webSiteUrl: 'https://residence-du-lac.example',
    lat: 45.9098,
    lon: 6.1487,
    isPrivate: true,
    registerKey: 'LAC-DEMO-2026',
    organization: shores,
    flags: { acceptPosts: true, gooddeal: true, weather: true, subscribe: true },
    slides: [
      {
        photo: photo('pontoon', 3),
        title: bilingual('Bienvenue chez vous', 'Welcome home'),
        text: bilingual(
          'Les informations utiles de la résidence, au même endroit et à jour.',
          'What you need to know about the residence, in one place and up to date.',
        ),
      },
      {
        photo: photo('balcony-flowers', 2),
        title: bilingual('D’un balcon à l’autre', 'From balcony to balcony'),
        text: bilingual(
          'Des boutures, un coup de main, une clé confiée pour les vacances.',
          'Cuttings, a helping hand, a key left with a friend for the holidays.',
        ),
      },
      {
        photo: photo('sunset-mountain', 3),
        title: bilingual('L’équipe vous répond', 'The team answers'),
        text: bilingual('Écrivez à l’accueil comme à un voisin.', 'Write to reception as you would to a neighbour.'),
      },
    ],
  },
  {
    uri: 'camping-des-pins',
    name: 'Camping des Pins',
    type: 'Camping',
    tagline: bilingual('Des pins, des sardines de tente et des gens bien', 'Pine trees, tent pegs and good people'),
    about: bilingual(
      'À l’orée de la forêt du Semnoz, le Camping des Pins accueille cent vingt emplacements de mai à septembre. Programme de la semaine, pain du matin, parties de boules et prêt de maillets : tout s’annonce ici. Votre compte est créé avec votre séjour.',
      'On the edge of the Semnoz forest, Camping des Pins has a hundred and twenty pitches from May to September. The week’s programme, morning bread, games of boules and mallets on loan: it is all announced here. Your account is made along with your booking.',
    ),
    address: '140 route du Crêt-des-Pins',
    zipCode: '74000',
    city: 'Annecy',
    phone: fictionalPhone('4488'),
    mail: 'vacances@camping-des-pins.example',
    webSiteUrl: 'https://camping-des-pins.example',
    lat: 45.8879,
    lon: 6.1296,
    isPrivate: false,
    registerKey: null,
    organization: shores,
    flags: everything,
    slides: [
      {
        photo: photo('camping', 5),
        title: bilingual('Plantez la tente, on s’occupe du reste', 'Pitch the tent, we do the rest'),
        text: bilingual(
          'Le programme, la météo et la commande de croissants, dans la poche.',
          'The programme, the weather and your croissant order, in your pocket.',
        ),
      },
      {
        photo: photo('paragliders', 4),
        title: bilingual('Une envie pour demain ?', 'Plans for tomorrow?'),
        text: bilingual(
          'Randonnée, kayak, parapente : partez à plusieurs.',
          'Hiking, kayaking, paragliding: go with others.',
        ),
      },
      {
        photo: photo('camping', 1),
        title: bilingual('Les soirées du camping', 'Evenings at the site'),
        text: bilingual(
          'Grillades, contes et concerts, sous les pins ou sous la grande toile.',
          'Grills, tales and concerts, under the pines or under the big canvas.',
        ),
      },
      {
        photo: photo('petanque', 4),
        title: bilingual('La finale est à 18 h', 'The final is at six'),
        text: bilingual(
          'On manque toujours d’un quatrième. Et si c’était vous ?',
          'We are always one short. Why not you?',
        ),
      },
    ],
  },
]
