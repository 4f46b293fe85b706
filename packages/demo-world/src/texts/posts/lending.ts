import { photo } from '../scenes.ts'
import { requestPost, type DemoPost } from './post.ts'

export const lendingPosts: DemoPost[] = [
  requestPost(
    'perceuse',
    'tool',
    {
      fr: [
        'J’ai besoin d’une perceuse, une heure',
        'Deux étagères à poser, mur en béton. Je la rends propre, avec un pot de confiture d’abricots.',
      ],
      en: [
        'I need a drill for an hour',
        'Two shelves to put up, concrete wall. It comes back clean, with a jar of apricot jam.',
      ],
    },
    { place: 'my-place', when: 'together', hourOfDay: 14, photo: photo('ladder', 1), answers: 'some' },
  ),
  requestPost(
    'ponceuse',
    'tool',
    {
      fr: [
        'Une ponceuse pour une vieille commode',
        'Je l’ai trouvée sur un trottoir et elle mérite mieux que sa peinture marron.',
      ],
    },
    { place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'outils-offre',
    'tool',
    {
      fr: [
        'Je prête tout mon établi',
        'Échelle, marteau, clés, perceuse, patience : passez au B, rez-de-chaussée. Une seule règle, on remet chaque outil sur sa silhouette.',
      ],
      en: [
        'My whole workbench is yours to borrow',
        'Ladder, hammer, spanners, drill, patience: drop by building B, ground floor. One rule: every tool goes back on its outline.',
      ],
    },
    {
      author: { building: 'B', minAge: 30 },
      place: 'my-place',
      when: 'now',
      photo: photo('ladder', 3),
      answers: 'many',
    },
  ),
  requestPost(
    'cle-douze',
    'tool',
    {
      en: ['A size 12 spanner, please', 'I own six to eleven and thirteen to twenty. Such is life.'],
    },
    { place: 'my-place', when: 'now', answers: 'few' },
  ),
  requestPost(
    'nettoyeur',
    'tool',
    {
      fr: ['Nettoyeur à haute pression ?', 'Les pigeons du balcon ont gagné la première manche.'],
    },
    { place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'taille-haie',
    'tool',
    {
      en: [
        'Hedge trimmer to lend',
        'Battery one, so it’s quiet. I only need it twice a year and it sulks the rest of the time.',
      ],
    },
    { place: 'bike-shed', when: 'now', answers: 'few' },
  ),
  requestPost(
    'echelle',
    'ladder',
    {
      fr: [
        'Une échelle pour décrocher un cerf-volant',
        'Il est dans le tilleul, à quatre mètres. Son propriétaire a cinq ans et beaucoup de chagrin.',
      ],
      en: ['A ladder to rescue a kite', 'It’s up in the lime tree, at four metres. Its owner is five and very upset.'],
    },
    { author: { minAge: 18 }, place: 'garden', when: 'now', answers: 'many' },
  ),
  requestPost(
    'escabeau',
    'ladder',
    {
      fr: ['Escabeau, trois marches suffiront', 'Pour changer une ampoule qui attend depuis Noël.'],
    },
    { place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'appareil-raclette',
    'kitchenware',
    {
      fr: ['Deuxième appareil à raclette recherché', 'Nous serons douze. Un seul appareil, c’est la guerre.'],
      en: ['A second raclette grill wanted', 'There’ll be twelve of us. With one grill it means war.'],
    },
    { place: 'my-place', when: 'together', answers: 'some', seasons: ['autumn', 'winter'] },
  ),
  requestPost(
    'marmite',
    'kitchenware',
    {
      fr: [
        'Une très grande marmite',
        'Vingt litres au moins, pour la soupe de la fête. Je la récure moi-même, à la main.',
      ],
    },
    { place: 'common-room', when: 'together', answers: 'few' },
  ),
  requestPost(
    'gaufrier',
    'kitchenware',
    {
      fr: ['Je prête un gaufrier belge, très sérieux', 'Il pèse six kilos et ne fait que des gaufres parfaites.'],
    },
    { place: 'my-place', when: 'now', answers: 'some' },
  ),
  requestPost(
    'moule-gateau',
    'kitchenware',
    {
      fr: ['Moule en forme de chiffre 4', 'Ou deux moules ronds et une personne qui sait tricher.'],
    },
    { place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'chaises',
    'chairs',
    {
      fr: ['Six chaises pour samedi soir', 'Nous avons dit oui à tout le monde. Même un tabouret nous irait.'],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'treteaux',
    'chairs',
    {
      en: ['Two trestles and a board', 'It’s for my daughter’s lemonade stall. She pays in glasses.'],
    },
    {
      author: { minAge: 28, maxAge: 50 },
      place: 'courtyard',
      when: 'together',
      answers: 'some',
      seasons: ['spring', 'summer'],
    },
  ),
  requestPost(
    'tente',
    'camping-gear',
    {
      fr: [
        'Tente deux places, première nuit dehors',
        'Elle a huit ans et tient à dormir au jardin. Je dormirai à côté, sur une chaise longue.',
      ],
      en: [
        'Two-man tent for a first night out',
        'She is eight and insists on sleeping in the garden. I’ll be next to it, in a deckchair.',
      ],
    },
    {
      author: { minAge: 28, maxAge: 50 },
      place: 'garden',
      when: 'together',
      photo: photo('camping', 2),
      answers: 'some',
      seasons: ['summer', 'spring'],
    },
  ),
  requestPost(
    'rechaud',
    'camping-gear',
    {
      fr: ['Réchaud et popote à prêter', 'Cinq tours de Corse au compteur, et il s’allume encore du premier coup.'],
    },
    { place: 'my-place', when: 'now', answers: 'few' },
  ),
  requestPost(
    'sac-couchage',
    'camping-gear',
    {
      fr: ['Sac de couchage chaud, taille adolescent', 'Classe de neige la semaine prochaine, et il a encore grandi.'],
    },
    { author: { minAge: 35, maxAge: 56 }, place: 'my-place', when: 'together', answers: 'few', seasons: ['winter'] },
  ),
  requestPost(
    'luges',
    'camping-gear',
    {
      fr: [
        'Trois luges à emprunter au bâtiment C',
        'Elles attendent dans l’entrée. La rouge freine, la verte non, la bleue décide.',
      ],
      en: [
        'Three sledges to borrow in building C',
        'They’re in the hallway. The red one brakes, the green one doesn’t, the blue one decides.',
      ],
    },
    { author: { building: 'C', minAge: 25 }, place: 'courtyard', when: 'now', answers: 'some', seasons: ['winter'] },
  ),
  requestPost(
    'lit-bebe',
    'child-gear',
    {
      fr: [
        'Lit parapluie pour dix jours',
        'Ma petite-fille vient pour la première fois. J’ai tout prévu, sauf qu’elle dorme.',
      ],
    },
    { author: { minAge: 52 }, place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'poussette',
    'child-gear',
    {
      fr: ['Poussette double à prêter', 'Les jumeaux marchent. Enfin, courent. Dans deux directions.'],
      en: ['Double pushchair to lend', 'The twins can walk now. Run, in fact. In two directions.'],
    },
    { author: { minAge: 25, maxAge: 45 }, place: 'my-place', when: 'now', answers: 'some' },
  ),
  requestPost(
    'imprimante',
    'printer',
    {
      fr: ['Deux pages à imprimer avant 17 h', 'Mon imprimante réclame du bleu pour imprimer du noir.'],
      en: ['Two pages to print before five', 'My printer demands blue ink in order to print black.'],
    },
    { place: 'my-place', when: 'now', hourOfDay: 15, answers: 'some' },
  ),
  requestPost(
    'scanner',
    'printer',
    {
      fr: ['Numériser de vieilles photos', 'Une boîte à chaussures entière, 1962 à 1980. Je raconterai qui est qui.'],
    },
    { author: { minAge: 55 }, place: 'my-place', when: 'together', answers: 'few' },
  ),
]
