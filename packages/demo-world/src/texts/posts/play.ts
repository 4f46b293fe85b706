import { photo } from '../scenes.ts'
import { inDays, activityPost, tonight, type DemoPost } from './post.ts'

export const playPosts: DemoPost[] = [
  activityPost(
    'jeux-vendredi',
    'board-games',
    {
      fr: [
        'Jeux de société, vendredi à 20 h',
        'Trois tables : facile, moyen, et « il y a un livret de quarante pages ».',
      ],
    },
    { place: 'common-room', when: inDays(2, '20:00'), photo: photo('board-game', 2), answers: 'many' },
  ),
  activityPost(
    'belote-tisane',
    'cards',
    {
      fr: [
        'Une belote et une tisane, ce soir',
        'Deux tables de quatre, et la bouilloire sur le feu. On arrête quand quelqu’un bâille pour la troisième fois.',
      ],
      en: [
        'Cards and herbal tea, tonight',
        'Two tables of four, and the kettle on. We stop when somebody yawns for the third time.',
      ],
    },
    { author: { minAge: 35 }, place: 'my-place', when: tonight('18:30'), answers: 'some' },
  ),
  activityPost(
    'jeux-pluie',
    'board-games',
    {
      fr: [
        'Journée grise, plateau de sortie',
        'Nous sommes trois et il nous faut un quatrième qui accepte de perdre contre un enfant de huit ans.',
      ],
    },
    { author: { minAge: 28, maxAge: 50 }, place: 'my-place', when: 'now', hourOfDay: 14, answers: 'few' },
  ),
  activityPost(
    'scrabble',
    'board-games',
    {
      fr: ['Scrabble en deux langues', 'Chacun joue dans la sienne. Les disputes aussi sont bilingues.'],
      en: ['Scrabble in two languages', 'Everybody plays in their own. The arguments are bilingual too.'],
    },
    { place: 'common-room', when: inDays(4, '15:00'), answers: 'some' },
  ),
  activityPost(
    'echecs',
    'board-games',
    {
      fr: [
        'Échecs au jardin, table de pierre',
        'Je suis là tous les jours à 17 h avec le plateau. On peut commenter, mais à voix basse.',
      ],
    },
    { place: 'garden', when: inDays(1, '17:00'), answers: 'few', seasons: ['spring', 'summer', 'autumn'] },
  ),
  activityPost(
    'belote',
    'cards',
    {
      fr: [
        'Belote : on cherche un quatrième depuis mars',
        'Candidature simple : savoir compter jusqu’à cent soixante-deux et accepter les reproches.',
      ],
    },
    { place: 'common-room', when: inDays(1, '20:30'), answers: 'few' },
  ),
  activityPost(
    'tarot',
    'cards',
    {
      fr: [
        'Tarot pour grands débutants',
        'Je distribue un aide-mémoire plastifié. Oui, j’ai fait un aide-mémoire plastifié.',
      ],
    },
    { place: 'common-room', when: inDays(6, '20:00'), answers: 'some' },
  ),
  activityPost(
    'bac-a-sable',
    'playground',
    {
      fr: [
        'Aire de jeux, jusqu’à l’heure du bain',
        'Nous avons un ballon, une balançoire et une négociatrice de trois ans.',
      ],
      en: ['Playground until bath time', 'We have one ball, one swing and a three-year-old negotiator.'],
    },
    {
      author: { minAge: 26, maxAge: 45 },
      place: 'playground',
      when: 'now',
      hourOfDay: 16,
      photo: photo('playground', 0),
      seasons: ['spring', 'summer'],
      answers: 'few',
    },
  ),
  activityPost(
    'tout-petits',
    'playground',
    {
      fr: [
        'Les moins de trois ans, mercredi matin',
        'Tapis, bulles de savon et adultes fatigués. Abri prévu en cas de pluie.',
      ],
    },
    { author: { minAge: 24, maxAge: 45 }, place: 'playground', when: inDays(3, '10:00'), answers: 'some' },
  ),
  activityPost(
    'marelle',
    'playground',
    {
      fr: [
        'La plus longue marelle du quartier',
        'Départ de l’accueil, arrivée au potager : cent quarante-deux cases. Craies fournies, record homologué par Madame la gardienne.',
      ],
      en: [
        'The longest hopscotch in the district',
        'From reception to the vegetable garden: a hundred and forty-two squares. Chalk provided, record certified by our caretaker.',
      ],
    },
    { place: 'courtyard', when: inDays(3, '14:00'), answers: 'many' },
  ),
  activityPost(
    'foot-herbe',
    'football',
    {
      fr: [
        'Match parents contre enfants',
        'Score de la dernière fois : 11 à 2, on ne dira pas pour qui. Il manque un gardien adulte, souple si possible.',
      ],
      en: [
        'Parents v. children',
        'Last score: 11–2, we shan’t say to whom. One adult goalkeeper wanted, ideally bendy.',
      ],
    },
    { place: 'garden', when: inDays(2, '17:00'), answers: 'many' },
  ),
  activityPost(
    'basket',
    'football',
    {
      fr: [
        'Basket à trois contre trois',
        'On a treize ou quatorze ans, on prend tout le monde, même les parents gentils.',
      ],
    },
    { author: { minAge: 12, maxAge: 15 }, place: 'courtyard', when: 'now', hourOfDay: 17, answers: 'some' },
  ),
  activityPost(
    'volley',
    'football',
    {
      fr: ['Filet de volley tendu entre deux érables', 'Il tient. Venez l’éprouver.'],
    },
    { place: 'garden', when: 'now', hourOfDay: 18, answers: 'some', seasons: ['summer', 'spring'] },
  ),
  activityPost(
    'gouter-rentree',
    'children-tea',
    {
      fr: [
        'Goûter de rentrée',
        'Pour raconter sa maîtresse, son cartable et son nouveau voisin de table. Une tarte ou un gâteau par famille, sans fruits à coque s’il vous plaît.',
      ],
    },
    { place: 'garden', when: inDays(1, '16:30'), photo: photo('cake', 2), answers: 'many', months: [9] },
  ),
  activityPost(
    'chasse-oeufs',
    'children-tea',
    {
      fr: [
        'Chasse aux œufs dans le jardin',
        'Deux cents œufs, deux zones : moins de six ans près du tilleul, les autres partout ailleurs. Il faut des cachettes, donc des adultes levés à 8 h.',
      ],
      en: [
        'Egg hunt in the garden',
        'Two hundred eggs, two areas: under-sixes by the lime tree, everyone else everywhere else. We need hiders, so adults who’ll be up at eight.',
      ],
    },
    { place: 'garden', when: inDays(4, '10:00'), answers: 'many', months: [3, 4] },
  ),
  activityPost(
    'conte-lune',
    'story-time',
    {
      fr: [
        'Une histoire avant le dîner',
        'Ce soir, celle du loup qui avait peur des moutons. Doudous autorisés, parents aussi.',
      ],
      en: ['A story before supper', 'Tonight: the wolf who was afraid of sheep. Cuddly toys allowed, and parents too.'],
    },
    {
      place: 'book-shelf',
      when: 'now',
      hourOfDay: 16,
      photo: photo('books', 1),
      seasons: ['spring', 'summer'],
      answers: 'some',
    },
  ),
  activityPost(
    'conte-portugais',
    'story-time',
    {
      fr: [
        'Contes de partout, dans leur langue',
        'On lit la même histoire en portugais, en turc, en wolof et en français. Les enfants traduisent aux grands.',
      ],
    },
    { place: 'common-room', when: inDays(5, '17:00'), answers: 'many' },
  ),
  activityPost(
    'cerfs-volants',
    'crafts',
    {
      fr: [
        'Fabriquer un cerf-volant, puis le perdre',
        'Papier, baguettes et ficelle fournis. Essais en vol au Pâquier, s’il y a du vent.',
      ],
      en: [
        'Make a kite, then lose it',
        'Paper, sticks and string provided. Test flights on the Pâquier if there’s wind.',
      ],
    },
    { place: 'common-room', when: inDays(3, '14:00'), answers: 'some', seasons: ['spring', 'summer'] },
  ),
  activityPost(
    'lanternes',
    'crafts',
    {
      fr: [
        'Lanternes pour la nuit la plus longue',
        'Des bocaux, du papier de soie, une bougie. On illumine l’allée à 18 h.',
      ],
    },
    { place: 'common-room', when: inDays(4, '15:00'), answers: 'many', months: [12] },
  ),
  activityPost(
    'troc-livres',
    'book-swap',
    {
      fr: [
        'Grand troc de livres et de jeux',
        'Un livre déposé, un livre emporté. Les puzzles incomplets ont leur propre table, par honnêteté.',
      ],
      en: [
        'Big book and game swap',
        'Leave one, take one. Jigsaws with missing pieces have their own table, in all honesty.',
      ],
    },
    {
      place: 'common-room',
      when: inDays(6, '10:00'),
      photo: photo('books', 3),
      seasons: ['spring', 'summer', 'autumn'],
      answers: 'many',
    },
  ),
]
