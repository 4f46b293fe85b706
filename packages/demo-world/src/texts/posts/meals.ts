import { photo } from '../scenes.ts'
import { inDays, activityPost, type DemoPost } from './post.ts'

export const mealPosts: DemoPost[] = [
  activityPost(
    'tablee',
    'potluck',
    {
      fr: [
        'Grande tablée du dimanche',
        'Un plat pour quatre, peu importe lequel. La dernière fois nous avons eu sept taboulés : parlez-vous.',
      ],
    },
    {
      place: 'garden',
      when: inDays(4, '12:30'),
      photo: photo('garden-table', 3),
      answers: 'many',
      seasons: ['spring', 'summer'],
    },
  ),
  activityPost(
    'tour-du-monde',
    'potluck',
    {
      fr: [
        'Le tour du monde en quinze plats',
        'J’ai compté : quinze pays d’origine dans nos six immeubles. Et si chacun cuisinait le plat de sa grand-mère ?\n\n• bâtiments A et B : les entrées ;\n• bâtiments C et D : les plats ;\n• bâtiments E et F : les desserts.\n\nOn note le nom et les allergènes sur une étiquette. Les enfants font le service, et la vaisselle se tire au sort.',
      ],
      en: [
        'Round the world in fifteen dishes',
        'I counted: people from fifteen countries live in our six buildings. What if everyone cooked their grandmother’s dish?\n\n• buildings A and B: starters;\n• buildings C and D: mains;\n• buildings E and F: desserts.\n\nLabel your dish with its name and allergens. The children serve, and the washing-up is drawn by lot.',
      ],
    },
    { place: 'common-room', when: inDays(10, '19:00'), answers: 'many' },
  ),
  activityPost(
    'iftar',
    'potluck',
    {
      fr: [
        'Une table ouverte après le coucher du soleil',
        'Ma mère a fait de la soupe pour un régiment. Que vous jeûniez ou non, il y a une assiette pour vous.',
      ],
      en: [
        'An open table after sunset',
        'My mother has made soup for an army. Fasting or not, there’s a bowl for you.',
      ],
    },
    { author: { maxAge: 60 }, place: 'my-place', when: 'now', photo: photo('soup', 2), hourOfDay: 17, answers: 'many' },
  ),
  activityPost(
    'piquenique-lac',
    'picnic',
    {
      fr: [
        'Pique-nique au bord du lac',
        'Départ à pied de l’accueil. Nous aurons une nappe de quatre mètres et sûrement trop de melon.',
      ],
    },
    { place: 'reception', when: inDays(3, '11:30'), answers: 'many', seasons: ['spring', 'summer'] },
  ),
  activityPost(
    'piquenique-midi',
    'picnic',
    {
      fr: [
        'Déjeuner dans l’herbe, qui est en télétravail ?',
        'Une pause de quarante-cinq minutes, sans écran. J’apporte la nappe.',
      ],
    },
    {
      author: { minAge: 23, maxAge: 62 },
      place: 'garden',
      when: 'now',
      hourOfDay: 11,
      answers: 'few',
      seasons: ['spring', 'summer'],
    },
  ),
  activityPost(
    'piquenique-col',
    'picnic',
    {
      fr: [
        'Pique-nique au Semnoz, vue sur le Mont-Blanc',
        'Vingt-cinq minutes de route, dix minutes de marche, deux heures de sieste. Il reste trois places dans ma voiture.',
      ],
      en: [
        'Picnic up at the Semnoz, Mont Blanc in view',
        'Twenty-five minutes by car, ten on foot, a two-hour nap. Three seats left in mine.',
      ],
    },
    {
      author: { minAge: 22 },
      place: 'north-car-park',
      when: inDays(2, '10:00'),
      photo: photo('sunset-mountain', 4),
      answers: 'some',
      seasons: ['summer', 'autumn'],
    },
  ),
  activityPost(
    'barbecue-cour',
    'barbecue',
    {
      fr: [
        'Barbecue, et des brochettes sans viande aussi',
        'Deux grilles séparées, deux pinces séparées, aucune dispute. Apportez votre assiette et votre chaise.',
      ],
      en: [
        'Barbecue, with veggie skewers too',
        'Two separate grills, two separate pairs of tongs, no arguments. Bring your plate and your chair.',
      ],
    },
    { place: 'courtyard', when: inDays(2, '19:00'), answers: 'many', seasons: ['spring', 'summer'] },
  ),
  activityPost(
    'barbecue-sardines',
    'barbecue',
    {
      fr: [
        'Sardines grillées, comme à Setúbal',
        'On les mange avec les doigts, sur une tranche de pain. Le bâtiment D est prévenu pour la fumée.',
      ],
    },
    { place: 'courtyard', when: inDays(1, '19:30'), answers: 'some', seasons: ['summer'] },
  ),
  activityPost(
    'raclette',
    'fondue',
    {
      fr: [
        'Raclette mercredi : il manque un appareil et trois voisins',
        'Le fromage est commandé, il fera moins deux, tout est réuni. Participation : 8 € et une pomme de terre par personne.',
      ],
      en: [
        'Raclette on Wednesday: short of a grill and 3 people',
        'The cheese is ordered and it’ll be minus two outside: perfect. €8 and one potato each.',
      ],
    },
    { place: 'common-room', when: inDays(3, '19:30'), answers: 'many', seasons: ['winter', 'autumn'] },
  ),
  activityPost(
    'fondue-querelle',
    'fondue',
    {
      fr: [
        'Fondue : avec ou sans kirsch ?',
        'On prépare les deux caquelons et l’on tranche enfin la question. Qui perd son pain fait un gage.',
      ],
      en: [
        'Fondue: with or without kirsch?',
        'We’ll make both and settle the matter for good. Drop your bread and you pay a forfeit.',
      ],
    },
    { place: 'common-room', when: inDays(5, '19:30'), answers: 'some', seasons: ['winter', 'autumn'] },
  ),
  activityPost(
    'tartiflette',
    'fondue',
    {
      fr: [
        'Tartiflette au retour du ski',
        'Elle entre au four à 18 h. Vous n’avez qu’à apporter une salade, pour la conscience.',
      ],
    },
    { place: 'my-place', when: inDays(1, '18:30'), answers: 'some', seasons: ['winter'] },
  ),
  activityPost(
    'crepes-chandeleur',
    'pancakes',
    {
      fr: [
        'Crêpes à volonté, pièce dans la main gauche',
        'C’est la tradition : qui la fait sauter sans la rater aura de l’argent toute l’année. Résultats de l’an dernier non communiqués.',
      ],
      en: [
        'All the pancakes you can flip',
        'The custom: toss one with a coin in your other hand and you’ll be rich all year. Last year’s results are confidential.',
      ],
    },
    { place: 'common-room', when: inDays(1, '16:00'), answers: 'many', months: [2] },
  ),
  activityPost(
    'crepes-bretonnes',
    'pancakes',
    {
      fr: [
        'Galettes de blé noir, façon Quimper',
        'La bilig est chaude, la pâte a reposé une nuit. Je ne discute pas du beurre : il est salé.',
      ],
      en: [
        'Buckwheat galettes the Breton way',
        'The griddle is hot, the batter has rested overnight. The butter is salted and not up for debate.',
      ],
    },
    { place: 'my-place', when: inDays(2, '19:00'), answers: 'some' },
  ),
  activityPost(
    'soupe-courge',
    'soup',
    {
      fr: ['Soupe de courge du potager', 'Il y en a quarante litres, je n’exagère qu’un peu. Venez avec votre bol.'],
    },
    {
      place: 'common-room',
      when: inDays(1, '19:00'),
      photo: photo('soup', 0),
      answers: 'some',
      seasons: ['autumn', 'winter'],
    },
  ),
  activityPost(
    'soupe-orties',
    'soup',
    {
      fr: [
        'Soupe aux orties : cueillette puis dégustation',
        'Gants fournis. C’est meilleur que les épinards, et ça ne pique plus du tout une fois cuit. Parole de Savoyarde.',
      ],
    },
    {
      author: { gender: 'F', minAge: 40 },
      place: 'vegetable-garden',
      when: inDays(3, '10:00'),
      answers: 'few',
      seasons: ['spring'],
    },
  ),
  activityPost(
    'nems',
    'cook-together',
    {
      fr: [
        'Rouler des nems à plusieurs',
        'Ma mère roule, vous roulez, on compare, on rit, on mange. Places limitées à huit par la taille de la cuisine.',
      ],
      en: [
        'Rolling spring rolls together',
        'My mother rolls, you roll, we compare, we laugh, we eat. Eight places, because that’s how big the kitchen is.',
      ],
    },
    { author: { maxAge: 60 }, place: 'my-place', when: inDays(5, '17:00'), answers: 'many' },
  ),
  activityPost(
    'gnocchi',
    'cook-together',
    {
      fr: [
        'Gnocchi du jeudi',
        '« Giovedì gnocchi », disait ma grand-mère. Cinq kilos de pommes de terre attendent vos mains.',
      ],
      en: [
        'Thursday gnocchi',
        '“Giovedì gnocchi”, my grandmother used to say. Five kilos of potatoes await your hands.',
      ],
    },
    { place: 'common-room', when: inDays(2, '18:00'), answers: 'some' },
  ),
  activityPost(
    'confiture',
    'cook-together',
    {
      fr: [
        'Confiture d’abricots, toutes les bassines sont bonnes',
        'Vingt kilos arrivent de la Drôme. On dénoyaute à plusieurs et chacun repart avec ses pots.',
      ],
      en: [
        'Apricot jam: bring your biggest pan',
        'Twenty kilos are coming up from the Drôme. We stone them together and everyone takes jars home.',
      ],
    },
    { place: 'common-room', when: inDays(2, '14:00'), answers: 'some', seasons: ['summer'] },
  ),
  activityPost(
    'couscous',
    'cook-together',
    {
      fr: [
        'Apprendre le couscous de Houria',
        'Elle accepte enfin de montrer. Cahier autorisé, téléphone non : « on regarde avec les yeux ».',
      ],
    },
    { place: 'common-room', when: inDays(6, '10:00'), answers: 'many' },
  ),
  activityPost(
    'quatre-vingt-dix',
    'birthday',
    {
      fr: [
        'Paulette a quatre-vingt-dix ans dimanche',
        'Elle ne sait rien. On se cache dans la salle commune à 15 h 45 et on chante juste, pour une fois.',
      ],
      en: [
        'Paulette turns ninety on Sunday',
        'She knows nothing. We hide in the common room at 3.45 and sing in tune, for once.',
      ],
    },
    {
      author: { minAge: 30 },
      place: 'common-room',
      when: inDays(5, '15:30'),
      photo: photo('cake', 1),
      answers: 'many',
    },
  ),
  activityPost(
    'anniversaire-six',
    'birthday',
    {
      fr: [
        'Six ans, un gâteau dinosaure, trop de parts',
        'Les invités ont la varicelle. Le gâteau, lui, va très bien : venez nous aider.',
      ],
      en: [
        'Six years old, one dinosaur cake, too many slices',
        'The guests have chickenpox. The cake is in fine health: come and help.',
      ],
    },
    { author: { minAge: 28, maxAge: 46 }, place: 'playground', when: 'now', hourOfDay: 15, answers: 'some' },
  ),
  activityPost(
    'fete-voisins',
    'neighbours-day',
    {
      fr: [
        'Fête des voisins : qui apporte quoi',
        'Les tables arrivent à 17 h, les lampions aussi. Écrivez dans la discussion ce que vous préparez ; nous tenons la liste à l’accueil.',
      ],
      en: [
        'Neighbours’ day: who brings what',
        'Tables come at five, and so do the lanterns. Write in the chat what you are making; reception keeps the list.',
      ],
    },
    { place: 'courtyard', when: inDays(9, '18:30'), photo: photo('garden-table', 1), answers: 'many', months: [5, 6] },
  ),
]
