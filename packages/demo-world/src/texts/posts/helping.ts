import { photo } from '../scenes.ts'
import { inDays, requestPost, type DemoPost } from './post.ts'

export const helpPosts: DemoPost[] = [
  requestPost(
    'armoire',
    'heavy-lift',
    {
      fr: [
        'Une armoire normande, deuxième étage',
        'Elle ne se démonte pas, elle ne se discute pas. Il faut quatre personnes et du sang-froid.',
      ],
      en: [
        'One wardrobe, second floor',
        'It doesn’t come apart and it doesn’t negotiate. Four people and cool heads needed.',
      ],
    },
    { place: 'my-place', when: inDays(2, '10:00'), answers: 'some' },
  ),
  requestPost(
    'frigo',
    'heavy-lift',
    {
      fr: ['Descendre un frigo', 'Il est vide. Enfin, presque : il y aura des bières pour les porteurs.'],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'canape',
    'heavy-lift',
    {
      fr: [
        'Le canapé ne passe pas dans l’escalier',
        'Nous avons essayé debout, couché et en le suppliant. Toute idée est bonne.',
      ],
      en: ['The sofa won’t go up the stairs', 'We’ve tried it standing, lying and begging. Any idea welcome.'],
    },
    { place: 'my-place', when: 'now', answers: 'many' },
  ),
  requestPost(
    'demenagement',
    'house-move',
    {
      fr: [
        'On change d’étage, pas de voisins',
        'Du premier au cinquième du même escalier. Trente cartons, un piano jouet, pizzas à volonté.',
      ],
    },
    { place: 'my-place', when: inDays(5, '09:00'), photo: photo('moving-boxes', 0), answers: 'many' },
  ),
  requestPost(
    'cartons',
    'house-move',
    {
      en: ['Flat-packed boxes, free to take', 'Fifty or so, hardly traumatised.'],
    },
    { place: 'bike-shed', when: 'now', answers: 'few' },
  ),
  requestPost(
    'marche-dimanche',
    'shopping',
    {
      fr: [
        'Je vais au marché dimanche à 8 h',
        'Donnez-moi votre liste samedi soir. Je choisis les melons comme pour moi.',
      ],
      en: [
        'Going to the market on Sunday at eight',
        'Give me your list on Saturday night. I pick melons as if they were my own.',
      ],
    },
    { place: 'reception', when: inDays(2, '08:00'), photo: photo('market', 0), answers: 'some' },
  ),
  requestPost(
    'platre',
    'shopping',
    {
      fr: [
        'Jambe dans le plâtre, frigo vide',
        'Quelqu’un pourrait-il me rapporter du pain, des œufs et un journal ? Je rembourse et je raconte la chute.',
      ],
      en: [
        'Leg in plaster, fridge empty',
        'Could someone bring me bread, eggs and a paper? I’ll pay you back and tell you about the fall.',
      ],
    },
    { place: 'my-place', when: 'now', answers: 'many' },
  ),
  requestPost(
    'pain-du-soir',
    'shopping',
    {
      fr: ['Qui passe à la boulangerie ?', 'Une baguette bien cuite. J’offre le croûton.'],
    },
    { place: 'my-place', when: 'now', hourOfDay: 17, photo: photo('bakery', 2), answers: 'few' },
  ),
  requestPost(
    'tablette',
    'computer',
    {
      fr: [
        'Ma tablette parle anglais depuis hier',
        'Je n’ai touché à rien. Enfin, j’ai touché à tout, mais doucement.',
      ],
    },
    { author: { minAge: 60 }, place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'depannage',
    'computer',
    {
      fr: [
        'Permanence informatique, le jeudi à 17 h',
        'Téléphones, mots de passe oubliés, photos disparues. Je ne fais toujours pas les imprimantes.',
      ],
      en: ['Computer clinic, Thursdays at five', 'Phones, lost passwords, vanished photos. I still don’t do printers.'],
    },
    { author: { minAge: 18, maxAge: 60 }, place: 'common-room', when: inDays(3, '17:00'), answers: 'many' },
  ),
  requestPost(
    'wifi',
    'computer',
    {
      en: [
        'Wi-Fi works everywhere but my desk',
        'It reaches the bathroom, the balcony and, apparently, the neighbour’s cat. Can anyone explain?',
      ],
    },
    { author: { minAge: 20 }, place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'formulaire',
    'paperwork',
    {
      fr: [
        'Un formulaire de six pages à comprendre',
        'Je suis arrivée d’Ukraine en mars et le mot « justificatif » me fait peur. Une heure avec quelqu’un de patient, s’il vous plaît.',
      ],
      en: [
        'A six-page form to make sense of',
        'I came from Ukraine in March and French forms scare me. One hour with a patient person, please.',
      ],
    },
    { author: { gender: 'F', minAge: 22, maxAge: 60 }, place: 'common-room', when: 'together', answers: 'many' },
  ),
  requestPost(
    'ecrivain',
    'paperwork',
    {
      fr: [
        'J’écris vos lettres',
        'Réclamations, candidatures, déclarations d’amour. J’ai été secrétaire de mairie pendant trente-quatre ans.',
      ],
    },
    { author: { minAge: 62 }, place: 'common-room', when: 'together', answers: 'some' },
  ),
  requestPost(
    'robinet',
    'handiwork',
    {
      fr: ['Un robinet qui fait du morse', 'Trois courtes, une longue. Quelqu’un sait-il changer un joint ?'],
      en: ['A tap that taps in Morse', 'Three short, one long. Can anyone change a washer?'],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'tringle',
    'handiwork',
    {
      fr: [
        'Poser une tringle à rideaux, droite',
        'La première est de biais depuis six ans et mes invités penchent la tête.',
      ],
    },
    { place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'echange-services',
    'handiwork',
    {
      fr: [
        'Ourlets contre étagères',
        'Je couds, je ne visse pas. L’inverse existe forcément quelque part dans ces six immeubles.',
      ],
      en: ['Hems for shelves', 'I sew, I don’t screw. My opposite must exist somewhere in these six buildings.'],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'visite',
    'keep-company',
    {
      fr: [
        'Une partie de dames avec mon père',
        'Il a quatre-vingt-onze ans, toute sa tête et beaucoup de mauvaise foi. Je travaille le mardi et il s’ennuie.',
      ],
      en: [
        'A game of draughts with my father',
        'He is ninety-one, sharp as ever and cheats terribly. I work on Tuesdays and he gets bored.',
      ],
    },
    { author: { minAge: 42, maxAge: 68 }, place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'lecture',
    'keep-company',
    {
      fr: [
        'Je lis à voix haute pour qui voit mal',
        'Le journal, un roman, le courrier. Une heure par semaine, avec le thé.',
      ],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'colis-mardi',
    'parcel',
    {
      fr: ['Un colis mardi entre 8 h et 20 h', 'Précis, comme toujours. Qui est à la maison ?'],
      en: ['A parcel on Tuesday, between 8 and 8', 'Precise as ever. Who’ll be at home?'],
    },
    { place: 'my-place', when: inDays(2, '08:00'), photo: photo('parcel', 1), answers: 'few' },
  ),
  requestPost(
    'colis-offre',
    'parcel',
    {
      fr: [
        'Je reçois vos colis',
        'Je télétravaille au rez-de-chaussée du E. J’ai déjà gardé des skis, un aquarium et quatre poules.',
      ],
      en: [
        'I take in parcels',
        'I work from home, ground floor of building E. So far I’ve minded skis, an aquarium and four hens.',
      ],
    },
    {
      author: { building: 'E', minAge: 23, maxAge: 62 },
      place: 'my-place',
      when: 'now',
      photo: photo('parcel', 0),
      answers: 'many',
    },
  ),
  requestPost(
    'covoiturage-geneve',
    'carpool-work',
    {
      fr: ['Genève, tous les jours à 6 h 40', 'Deux places, retour à 17 h 15, silence autorisé jusqu’à la frontière.'],
      en: ['Geneva, every day at 6.40', 'Two seats, back at 5.15, silence permitted as far as the border.'],
    },
    { author: { minAge: 23, maxAge: 62 }, place: 'north-car-park', when: 'together', answers: 'some' },
  ),
  requestPost(
    'covoiturage-hopital',
    'carpool-work',
    {
      fr: [
        'Équipe de nuit à l’hôpital : on partage ?',
        'Départ à 20 h 15, retour à 7 h 30. Celui qui conduit choisit la radio, celui qui dort ne ronfle pas.',
      ],
    },
    { author: { minAge: 23, maxAge: 60 }, place: 'north-car-park', when: 'together', answers: 'few' },
  ),
  requestPost(
    'chambery',
    'ride',
    {
      fr: [
        'Chambéry vendredi : une place',
        'Je rends visite à ma sœur et je rentre dimanche soir. Je parle peu, ou beaucoup, au choix.',
      ],
      en: [
        'Chambéry on Friday: one seat',
        'Visiting my sister, back on Sunday evening. I talk little or a lot, as you prefer.',
      ],
    },
    { author: { minAge: 25 }, place: 'north-car-park', when: inDays(3, '17:30'), answers: 'few' },
  ),
  requestPost(
    'medecin',
    'ride',
    {
      fr: [
        'Un aller-retour chez le kiné',
        'Mercredi à 14 h, dix minutes de route. Le bus, avec des béquilles, c’est du sport de haut niveau.',
      ],
    },
    { author: { minAge: 20 }, place: 'my-place', when: inDays(2, '14:00'), answers: 'some' },
  ),
  requestPost(
    'aeroport',
    'station-airport',
    {
      fr: ['Aéroport de Genève, dimanche à l’aube', 'Vol à 7 h. Je paie l’essence, le café et ma dette éternelle.'],
      en: ['Geneva airport, Sunday at dawn', 'Flight at seven. I pay for petrol, coffee and my eternal debt.'],
    },
    { place: 'north-car-park', when: inDays(4, '04:30'), answers: 'few' },
  ),
  requestPost(
    'gare-valises',
    'station-airport',
    {
      fr: [
        'Trois valises, deux enfants, un train à 6 h 12',
        'La gare est à quinze minutes à pied. Avec eux, quarante.',
      ],
    },
    { author: { minAge: 28, maxAge: 46 }, place: 'reception', when: inDays(2, '05:30'), answers: 'some' },
  ),
  requestPost(
    'pedibus',
    'school-walk',
    {
      fr: [
        'Pédibus : il manque deux adultes',
        'Onze enfants, un gilet jaune, dix-huit minutes. Je prends lundi et jeudi ; qui prend mardi ?',
      ],
      en: [
        'Walking bus: two adults short',
        'Eleven children, one yellow vest, eighteen minutes. I do Mondays and Thursdays; who does Tuesday?',
      ],
    },
    { author: { minAge: 28, maxAge: 50 }, place: 'reception', when: 'together', answers: 'some' },
  ),
  requestPost(
    'velo-cargo',
    'cargo-bike',
    {
      en: [
        'Cargo bike to lend at weekends',
        'It carries two children or a hundred litres of compost, but not both: I’ve tried.',
      ],
    },
    { author: { minAge: 28, maxAge: 55 }, place: 'bike-shed', when: 'now', answers: 'many' },
  ),
  requestPost(
    'remorque',
    'cargo-bike',
    {
      fr: ['Remorque de vélo pour un trajet à la déchetterie', 'Un matelas, une cafetière et de mauvais souvenirs.'],
    },
    { place: 'bike-shed', when: 'together', answers: 'few' },
  ),
  requestPost(
    'parking-aout',
    'parking',
    {
      en: ['My parking space is free all August', 'Number 31, in the shade. A postcard is payment enough.'],
    },
    { author: { minAge: 22 }, place: 'north-car-park', when: 'now', answers: 'some', months: [7, 8] },
  ),
]
