import { photo } from '../scenes.ts'
import { inDays, activityPost, type DemoPost } from './post.ts'

export const outdoorPosts: DemoPost[] = [
  activityPost(
    'course-aube',
    'run',
    {
      fr: [
        'Cinq kilomètres avant le petit déjeuner',
        'Le long du lac, allure « on peut encore parler ». Les croissants sont à l’arrivée.',
      ],
    },
    { place: 'reception', when: inDays(1, '06:30'), answers: 'few' },
  ),
  activityPost(
    'course-debutants',
    'run',
    {
      fr: [
        'Recommencer à courir, sans se faire mal',
        'Une minute de course, deux de marche, dix fois. J’ai cinquante-huit ans et un genou susceptible.',
      ],
      en: [
        'Back to running, gently',
        'One minute running, two walking, ten times over. I’m fifty-eight and my knee takes offence easily.',
      ],
    },
    { author: { minAge: 55, maxAge: 61 }, place: 'reception', when: inDays(3, '18:30'), answers: 'some' },
  ),
  activityPost(
    'course-lanterne',
    'run',
    {
      fr: [
        'Course à la frontale dans le Semnoz',
        'Huit kilomètres, trois cents mètres de montée, une soupe à la fin. Lampe obligatoire, chouettes probables.',
      ],
    },
    { place: 'north-car-park', when: inDays(4, '19:00'), answers: 'few', seasons: ['autumn', 'winter'] },
  ),
  activityPost(
    'tour-du-lac',
    'bike-ride',
    {
      fr: [
        'Le tour du lac, tranquille',
        'Quarante kilomètres, pause café à Duingt, glace à Talloires. On attend tout le monde au tunnel.',
      ],
      en: [
        'Round the lake, nice and easy',
        'Forty kilometres, coffee at Duingt, ice cream at Talloires. We regroup at the tunnel.',
      ],
    },
    {
      place: 'bike-shed',
      when: inDays(4, '09:30'),
      photo: photo('bicycle', 1),
      answers: 'many',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  activityPost(
    'col-forclaz',
    'bike-ride',
    {
      fr: [
        'La Forclaz à vélo, pour l’honneur',
        'Huit kilomètres à huit pour cent. Je monterai lentement, en me plaignant. Compagnie bienvenue.',
      ],
      en: [
        'Up the Forclaz by bike, for glory',
        'Eight kilometres at eight per cent. I shall climb slowly, complaining. Company welcome.',
      ],
    },
    { place: 'bike-shed', when: inDays(2, '08:00'), answers: 'few', seasons: ['spring', 'summer', 'autumn'] },
  ),
  activityPost(
    'velo-enfants',
    'bike-ride',
    {
      fr: [
        'Voie verte avec les petites roues',
        'Jusqu’à Sevrier et retour, à la vitesse du plus petit vélo. Pansements et compotes dans ma sacoche.',
      ],
    },
    {
      author: { minAge: 28, maxAge: 50 },
      place: 'bike-shed',
      when: inDays(3, '15:00'),
      answers: 'some',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  activityPost(
    'parmelan',
    'hike',
    {
      fr: [
        'Le Parmelan au lever du soleil',
        'Départ à 4 h 30, frontale, petit déjeuner au sommet. Oui, c’est tôt. Non, personne n’a jamais regretté.',
      ],
      en: [
        'Sunrise on the Parmelan',
        'We leave at 4.30 with head torches and have breakfast on top. Yes, it’s early. No, nobody has ever regretted it.',
      ],
    },
    {
      place: 'north-car-park',
      when: inDays(5, '04:30'),
      photo: photo('sunset-mountain', 1),
      answers: 'some',
      seasons: ['summer', 'autumn'],
    },
  ),
  activityPost(
    'glieres',
    'hike',
    {
      fr: [
        'Plateau des Glières, boucle facile',
        'Sept kilomètres à plat, ou presque, des vaches très photogéniques et un fromage qui sent fort à l’arrivée.',
      ],
    },
    { place: 'north-car-park', when: inDays(3, '09:00'), answers: 'many', seasons: ['spring', 'summer', 'autumn'] },
  ),
  activityPost(
    'champignons',
    'hike',
    {
      fr: [
        'Aux champignons, avec quelqu’un qui les connaît',
        'Je montre les bons et surtout les mauvais. Les coins à cèpes resteront secrets : on vous bandera les yeux.',
      ],
    },
    { place: 'north-car-park', when: inDays(2, '08:00'), answers: 'many', seasons: ['autumn'] },
  ),
  activityPost(
    'balade-canne',
    'walk',
    {
      fr: [
        'Balade du mardi, cannes et poussettes',
        'Une heure jusqu’au pont des Amours et retour, avec deux bancs prévus en chemin.',
      ],
      en: [
        'Tuesday stroll, sticks and pushchairs',
        'An hour to the Pont des Amours and back, with two benches on the way.',
      ],
    },
    { place: 'reception', when: inDays(2, '14:30'), answers: 'some' },
  ),
  activityPost(
    'balade-nuit',
    'walk',
    {
      fr: [
        'La vieille ville quand elle dort',
        'On fait le tour des canaux après 22 h. Sans les visiteurs, on entend l’eau.',
      ],
    },
    { place: 'reception', when: inDays(1, '22:00'), answers: 'some' },
  ),
  activityPost(
    'balade-oiseaux',
    'walk',
    {
      fr: [
        'Écouter les oiseaux avant les voitures',
        'Une heure dans la roselière avec mes jumelles. Nous en avons reconnu dix-neuf la dernière fois, dont un klaxon.',
      ],
    },
    { place: 'reception', when: inDays(4, '06:00'), answers: 'few', seasons: ['spring', 'summer'] },
  ),
  activityPost(
    'nage-midi',
    'swim',
    {
      fr: [
        'Une longueur de bouées à midi',
        'L’eau est à vingt et un. Aller-retour entre les bouées, puis sandwich au soleil.',
      ],
      en: [
        'A noon swim, buoy to buoy',
        'The water’s at twenty-one. There and back between the buoys, then sandwiches in the sun.',
      ],
    },
    {
      place: 'reception',
      when: 'now',
      hourOfDay: 11,
      photo: photo('pontoon', 1),
      answers: 'some',
      seasons: ['summer'],
    },
  ),
  activityPost(
    'bain-froid',
    'swim',
    {
      fr: [
        'Bain d’hiver, première édition',
        'Trois minutes, pas une de plus. Thermos, bonnets et spectateurs indispensables.',
      ],
      en: [
        'Winter dip, first edition',
        'Three minutes, not a second more. Flasks, woolly hats and an audience are essential.',
      ],
    },
    { place: 'reception', when: inDays(1, '11:00'), photo: photo('lake', 2), answers: 'many', seasons: ['winter'] },
  ),
  activityPost(
    'swim-lessons',
    'swim',
    {
      en: [
        'Learning to swim at forty',
        'I never learnt and I’m tired of watching from the towel. Two of us have booked a beginners’ class at the pool: come and be the third?',
      ],
    },
    { author: { minAge: 38, maxAge: 46 }, place: 'reception', when: inDays(6, '19:00'), answers: 'some' },
  ),
  activityPost(
    'yoga-pelouse',
    'yoga',
    {
      fr: [
        'Yoga sur la pelouse, dimanche 9 h',
        'Une heure douce, ouverte aux raides et aux grincheux. Tapis ou serviette.',
      ],
      en: [
        'Yoga on the lawn, Sunday at nine',
        'A gentle hour, open to the stiff and the grumpy. Bring a mat or a towel.',
      ],
    },
    {
      place: 'garden',
      when: inDays(3, '09:00'),
      photo: photo('yoga-lawn', 0),
      answers: 'many',
      seasons: ['spring', 'summer'],
    },
  ),
  activityPost(
    'yoga-dos',
    'yoga',
    {
      fr: ['Vingt minutes pour les dos de bureau', 'Pendant la pause, en tenue de ville. On ne transpire pas, promis.'],
    },
    { author: { minAge: 23, maxAge: 62 }, place: 'common-room', when: inDays(1, '12:30'), answers: 'some' },
  ),
  activityPost(
    'tournoi-petanque',
    'petanque',
    {
      fr: [
        'Tournoi des six bâtiments',
        'Une triplette par bâtiment, tirage au sort à 14 h. Le F remet son titre en jeu, et le A réclame un nouveau mètre.',
      ],
      en: [
        'The six-building tournament',
        'One team of three per building, draw at two. F defends its title and A demands a new tape measure.',
      ],
    },
    {
      place: 'petanque-ground',
      when: inDays(6, '14:00'),
      photo: photo('petanque', 1),
      seasons: ['spring', 'summer', 'autumn'],
      answers: 'many',
    },
  ),
  activityPost(
    'petanque-filles',
    'petanque',
    {
      fr: ['Doublettes entre voisines', 'Pas besoin de savoir jouer, il suffit de savoir contester.'],
    },
    {
      author: { gender: 'F', minAge: 20 },
      place: 'petanque-ground',
      when: inDays(2, '18:00'),
      answers: 'some',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  activityPost(
    'petanque-maintenant',
    'petanque',
    {
      fr: ['Il manque un pointeur, tout de suite', 'Nous sommes cinq, c’est un chiffre absurde.'],
    },
    { place: 'petanque-ground', when: 'now', hourOfDay: 17, answers: 'few' },
  ),
  activityPost(
    'pingpong',
    'ping-pong',
    {
      en: ['Ping-pong table free, opponent wanted', 'I have just lost to my daughter. I need somebody worse.'],
    },
    { author: { minAge: 33 }, place: 'courtyard', when: 'now', hourOfDay: 16, answers: 'few' },
  ),
  activityPost(
    'pingpong-tournoi',
    'ping-pong',
    {
      fr: ['Tournante géante', 'Plus on est, plus on court. Raquettes, poêles et gros livres admis.'],
    },
    { place: 'courtyard', when: inDays(2, '17:00'), answers: 'some' },
  ),
  activityPost(
    'paddle-soir',
    'paddle',
    {
      en: ['Paddle boarding at sunset', 'The wind drops at seven and the lake turns pink. I have a spare board.'],
    },
    { place: 'reception', when: inDays(1, '19:00'), photo: photo('lake', 1), answers: 'some', seasons: ['summer'] },
  ),
  activityPost(
    'voile',
    'paddle',
    {
      fr: [
        'Deux places d’équipier sur un petit voilier',
        'Je navigue en fauteuil sur un bateau adapté, et il me faut deux paires de bras pour les écoutes. Je vous apprends, vous me resservez du thé.',
      ],
      en: [
        'Two crew wanted on a small sailing boat',
        'I sail an adapted boat from my wheelchair and need two pairs of hands for the sheets. I teach you, you pour the tea.',
      ],
    },
    {
      place: 'reception',
      when: 'together',
      photo: photo('lake', 4),
      answers: 'many',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  activityPost(
    'ski-semnoz',
    'ski',
    {
      fr: [
        'Semnoz dimanche : deux voitures, huit places',
        'Pistes faciles, luge pour les petits, retour à 16 h. On partage l’essence et le saucisson.',
      ],
      en: [
        'Semnoz on Sunday: two cars, eight seats',
        'Easy slopes, sledging for the small ones, back by four. We share petrol and sausage.',
      ],
    },
    { author: { minAge: 25 }, place: 'north-car-park', when: inDays(3, '08:30'), answers: 'many', seasons: ['winter'] },
  ),
  activityPost(
    'raquettes',
    'ski',
    {
      fr: [
        'Raquettes au clair de lune',
        'Pleine lune, neige fraîche et fondue au refuge. Il faut seulement savoir marcher.',
      ],
      en: ['Snowshoeing by moonlight', 'Full moon, fresh snow and a fondue at the hut. If you can walk, you can come.'],
    },
    { place: 'north-car-park', when: inDays(4, '17:30'), answers: 'some', seasons: ['winter'] },
  ),
  activityPost(
    'ski-fond',
    'ski',
    {
      fr: [
        'Initiation au ski de fond',
        'J’ai enseigné pendant trente ans et je m’ennuie. Prêt de matériel du 36 au 44.',
      ],
    },
    { author: { minAge: 60 }, place: 'north-car-park', when: inDays(5, '09:00'), answers: 'some', seasons: ['winter'] },
  ),
]
