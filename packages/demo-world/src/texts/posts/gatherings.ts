import { photo } from '../scenes.ts'
import { inDays, activityPost, type DemoPost } from './post.ts'

export const gatheringPosts: DemoPost[] = [
  activityPost(
    'apero-tilleul',
    'aperitif',
    {
      fr: [
        'Apéro sous le tilleul, qui vient ?',
        'Il fera beau samedi : on sort la grande table. Chacun apporte de quoi grignoter, les enfants sont les bienvenus.',
      ],
      en: [
        'Drinks under the lime tree: who is in?',
        'Saturday looks fine, so the big table is coming out. Bring something to nibble; children are welcome.',
      ],
    },
    {
      place: 'garden',
      when: inDays(2, '18:30'),
      photo: photo('garden-table', 0),
      hourOfDay: 17,
      answers: 'many',
      seasons: ['spring', 'summer'],
    },
  ),
  activityPost(
    'apero-palier',
    'aperitif',
    {
      fr: [
        'Apéro de palier, troisième étage du D',
        'On se croise tous les jours sans connaître nos prénoms. Ce soir, portes ouvertes : une chaise devant chez soi, et c’est parti.',
      ],
    },
    { author: { building: 'D', minAge: 20 }, place: 'my-place', when: 'now', hourOfDay: 18, answers: 'some' },
  ),
  activityPost(
    'apero-nouveaux',
    'aperitif',
    {
      fr: [
        'Un verre pour les nouveaux du bâtiment E',
        'Quatre familles ont emménagé ce mois-ci. Venez leur expliquer comment fonctionne vraiment l’interphone.',
      ],
      en: [
        'A drink for the newcomers in building E',
        'Four families have moved in this month. Come and explain how the intercom really works.',
      ],
    },
    { place: 'common-room', when: inDays(5, '19:00'), answers: 'many' },
  ),
  activityPost(
    'apero-huitres',
    'aperitif',
    {
      en: [
        'Oysters, and nobody to open them',
        'My sister has sent me three dozen oysters from Brittany. I’ll share them with anyone who has a knife and some courage.',
      ],
    },
    { place: 'my-place', when: inDays(1, '18:30'), seasons: ['winter', 'autumn'], answers: 'some' },
  ),
  activityPost(
    'vin-chaud',
    'aperitif',
    {
      fr: [
        'Vin chaud dans la cour',
        'Deux marmites, l’une au vin, l’autre au jus de pomme. Venez avec votre tasse et votre bonnet le plus ridicule.',
      ],
      en: [
        'Mulled wine in the courtyard',
        'Two pots: one of wine, one of apple juice. Bring your own mug and your silliest hat.',
      ],
    },
    {
      place: 'courtyard',
      when: inDays(3, '18:00'),
      photo: photo('snow-courtyard', 1),
      seasons: ['winter'],
      hourOfDay: 18,
      answers: 'many',
    },
  ),
  activityPost(
    'cafe-samedi',
    'coffee',
    {
      fr: [
        'Café du samedi, la cafetière est prête',
        'Comme chaque semaine, de dix heures à midi. J’ai même racheté du décaféiné pour Gérard.',
      ],
    },
    { place: 'common-room', when: inDays(2, '10:00'), hourOfDay: 9, answers: 'some' },
  ),
  activityPost(
    'cafe-laverie',
    'coffee',
    {
      fr: [
        'Café-lessive, dimanche matin',
        'Quarante minutes d’essorage, c’est long tout seul. J’apporte le thermos, vous apportez les biscuits.',
      ],
      en: [
        'Coffee and laundry on Sunday',
        'Forty minutes of spinning is a long time alone. I bring the flask, you bring the biscuits.',
      ],
    },
    { place: 'laundry', when: inDays(3, '09:30'), answers: 'few' },
  ),
  activityPost(
    'cafe-parents',
    'coffee',
    {
      fr: [
        'Café des parents, après l’école',
        'Une fois les petits déposés, on souffle vingt minutes. Pyjama sous le manteau toléré.',
      ],
      en: [
        'Parents’ coffee after drop-off',
        'Once the little ones are at school, let’s breathe for twenty minutes. Pyjamas under your coat are fine.',
      ],
    },
    {
      author: { minAge: 26, maxAge: 48 },
      place: 'reception',
      when: inDays(1, '08:30'),
      hourOfDay: 20,
      answers: 'some',
    },
  ),
  activityPost(
    'coffee-english',
    'coffee',
    {
      en: [
        'Anyone for a proper cup of tea?',
        'I have found the good teabags at last. Kettle on at four, on the roof terrace if it stays dry. French speakers very welcome, I need the practice.',
      ],
    },
    { place: 'roof-terrace', when: inDays(1, '16:00'), answers: 'few' },
  ),
  activityPost(
    'musique-jardin',
    'music',
    {
      fr: [
        'Concert improvisé au jardin',
        'Une guitare, une contrebasse et un micro qui grésille. Il manque des voix et quelqu’un pour tenir le rythme.',
      ],
      en: [
        'Unplanned concert in the garden',
        'One guitar, one double bass and a crackling microphone. We need voices and somebody to keep time.',
      ],
    },
    {
      place: 'garden',
      when: inDays(4, '19:30'),
      photo: photo('music-evening', 2),
      answers: 'many',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  activityPost(
    'chorale',
    'music',
    {
      fr: [
        'Une chorale aux Tilleuls ?',
        'Nous sommes six à chanter dans la salle de bains, chacun chez soi. Essayons ensemble, un mardi sur deux.\n\nAucune audition, aucun solo, et l’on finit toujours par une tarte. Il nous manque surtout des voix graves : messieurs du bâtiment A, on vous entend, à travers le mur.',
      ],
      en: [
        'A choir for Les Tilleuls?',
        'Six of us sing in the bathroom, each in our own. Let’s try it together, every other Tuesday.\n\nNo audition, no solos, and there’s always a tart at the end. We’re mostly short of low voices: gentlemen of building A, we can hear you through the wall.',
      ],
    },
    { place: 'common-room', when: inDays(6, '20:00'), answers: 'many' },
  ),
  activityPost(
    'vinyles',
    'music',
    {
      fr: [
        'Soirée vinyles : chacun apporte un disque',
        'La platine est réparée. Un disque par personne, une anecdote par disque, et interdiction de se moquer.',
      ],
      en: [
        'Vinyl night: bring one record each',
        'The turntable works again. One record per person, one story per record, no sniggering.',
      ],
    },
    { place: 'common-room', when: inDays(5, '20:30'), answers: 'some' },
  ),
  activityPost(
    'film-toit',
    'film-evening',
    {
      fr: [
        'Ciné sur le toit, avec couvertures',
        'Un drap, un projecteur et un vieux film comique. On vote pour le titre dans la discussion.',
      ],
      en: [
        'Film on the roof, bring blankets',
        'A bed sheet, a projector and an old comedy. Vote for the title in the chat.',
      ],
    },
    { place: 'roof-terrace', when: inDays(7, '21:30'), seasons: ['summer'], answers: 'many' },
  ),
  activityPost(
    'film-pluie',
    'film-evening',
    {
      fr: [
        'Il pleut : film et chocolat chaud',
        'Prévision : pluie, puis pluie. Contre-attaque : un film, deux canapés, trois litres de chocolat.',
      ],
    },
    { place: 'common-room', when: inDays(1, '15:00'), answers: 'some' },
  ),
  activityPost(
    'club-lecture',
    'book-club',
    {
      fr: [
        'Club de lecture : un livre de moins de 200 pages',
        'Pour que personne n’ait d’excuse. On vote, on lit, on en parle dans trois semaines. Ceux qui n’ont pas fini ont le droit de venir, et même de donner leur avis.',
      ],
      en: [
        'Book club: anything under 200 pages',
        'So that no one has an excuse. We vote, we read, we talk in three weeks. Those who haven’t finished may come, and may even have an opinion.',
      ],
    },
    {
      place: 'common-room',
      when: inDays(12, '18:30'),
      photo: photo('books', 0),
      seasons: ['spring', 'summer', 'autumn'],
      answers: 'some',
    },
  ),
  activityPost(
    'polars',
    'book-club',
    {
      fr: [
        'Les amateurs de polars se dénoncent',
        'J’en ai une centaine à prêter. Retrouvons-nous pour en échanger, sans révéler la fin.',
      ],
    },
    { place: 'book-shelf', when: 'together', answers: 'few' },
  ),
  activityPost(
    'cafe-langues',
    'languages',
    {
      fr: [
        'Parler anglais une heure, sans rougir',
        'Je le lis, je le comprends, je n’ose pas. Qui fait la conversation, contre une heure de français ou une tarte ?',
      ],
      en: [
        'An hour of French, no blushing',
        'I understand more than I dare to say. Who would chat with me, in exchange for an hour of English or a crumble?',
      ],
    },
    { place: 'common-room', when: inDays(3, '18:00'), answers: 'some' },
  ),
  activityPost(
    'langue-signes',
    'languages',
    {
      fr: [
        'Trois signes pour dire bonjour',
        'Je suis sourde et j’habite ici depuis deux ans. Venez apprendre à dire bonjour, merci et « l’ascenseur est encore en panne ».',
      ],
      en: [
        'Three signs to say hello',
        'I am deaf and I’ve lived here for two years. Come and learn hello, thank you and “the lift is out again”.',
      ],
    },
    { author: { gender: 'F', minAge: 20 }, place: 'common-room', when: inDays(8, '17:30'), answers: 'many' },
  ),
  activityPost(
    'tricot',
    'knitting',
    {
      fr: [
        'Tricot du jeudi : objectif, une écharpe pour le tilleul',
        'Le tronc fait deux mètres trente de tour, j’ai mesuré. Chacun tricote un carré, nous l’habillons au premier gel.',
      ],
      en: [
        'Thursday knitting: a scarf for the lime tree',
        'The trunk is two metres thirty round, I measured. Everyone knits a square and we dress the tree at the first frost.',
      ],
    },
    { place: 'common-room', when: inDays(4, '14:30'), seasons: ['autumn', 'winter'], answers: 'some' },
  ),
  activityPost(
    'reprise',
    'knitting',
    {
      en: ['Holey socks workshop', 'Bring yours. I supply needles, wool and forgiveness.'],
    },
    { place: 'common-room', when: inDays(6, '16:00'), answers: 'few' },
  ),
  activityPost(
    'etoiles-filantes',
    'stargazing',
    {
      fr: [
        'Étoiles filantes : on éteint tout à 22 h 30',
        'Une centaine à l’heure, si le ciel est gentil. Couvertures, thermos et vœux déjà préparés.',
      ],
      en: [
        'Shooting stars: lights out at 10.30',
        'Up to a hundred an hour, if the sky is kind. Blankets, flasks and wishes at the ready.',
      ],
    },
    { place: 'roof-terrace', when: inDays(2, '22:30'), answers: 'many', months: [8] },
  ),
  activityPost(
    'telescope',
    'stargazing',
    {
      en: [
        'Saturn is up and I have a telescope',
        'The rings, for real, from the courtyard. Children first, then big children.',
      ],
    },
    { place: 'courtyard', when: inDays(1, '21:00'), answers: 'some' },
  ),
]
