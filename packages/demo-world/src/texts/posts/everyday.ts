import { photo } from '../scenes.ts'
import { freePost, type DemoPost } from './post.ts'

export const everydayPosts: DemoPost[] = [
  freePost(
    'premiere-baignade',
    {
      fr: ['', 'Première baignade de l’année au ponton. Dix-neuf degrés, plus d’excuse !'],
      en: ['', 'First swim of the year off the pontoon. Nineteen degrees, no excuse left!'],
    },
    { photo: photo('pontoon', 0), hourOfDay: 13, answers: 'many', seasons: ['spring', 'summer'] },
  ),
  freePost(
    'premiere-neige',
    {
      fr: ['Il neige !', 'Regardez la cour : le premier bonhomme monte déjà la garde, et son auteur aussi.'],
      en: ['It’s snowing!', 'Look at the courtyard: the first snowman is already on guard, and so is its maker.'],
    },
    { photo: photo('snow-courtyard', 0), hourOfDay: 10, answers: 'many', seasons: ['winter'] },
  ),
  freePost(
    'bonhomme',
    {
      fr: [
        'Concours de bonshommes de neige : les résultats',
        'Premier prix au bâtiment D pour son bonhomme en télétravail, avec écran et tasse. Mention spéciale au F, dont l’œuvre a fondu pendant la délibération.',
      ],
    },
    { answers: 'many', seasons: ['winter'] },
  ),
  freePost(
    'chat-retrouve',
    {
      fr: [
        'Tartiflette est retrouvée !',
        'Elle dormait dans le panier à linge du quatrième, chez des gens très bien. Elle a pris quatre cents grammes et retrouvé sa fenêtre. Merci à tous.',
      ],
      en: [
        'Tartiflette is found!',
        'She was asleep in a laundry basket on the fourth floor, with very nice people. She has put on four hundred grams and is back at her window. Thank you all.',
      ],
    },
    { photo: photo('cat', 3), after: 'chat-tartiflette', answers: 'many' },
  ),
  freePost(
    'chat-boite',
    {
      en: ['', 'Please don’t unpack too fast, says the cat. The boxes are his now.'],
    },
    { photo: photo('moving-boxes', 1), answers: 'many' },
  ),
  freePost(
    'tilleul-fleurs',
    {
      fr: ['Le tilleul est en fleur', 'Ouvrez vos fenêtres ce soir, cela ne dure que dix jours.'],
      en: ['The lime tree is in flower', 'Open your windows tonight; it only lasts ten days.'],
    },
    { photo: photo('courtyard', 0), hourOfDay: 18, answers: 'many', months: [6] },
  ),
  freePost(
    'balcons',
    {
      fr: [
        'Le plus beau balcon du C',
        'Je passe devant chaque matin et je voulais le dire : merci, madame du troisième, pour vos jardinières.',
      ],
    },
    { photo: photo('balcony-flowers', 3), answers: 'many', seasons: ['spring', 'summer'] },
  ),
  freePost(
    'coucher-soleil',
    {
      fr: ['La Tournette ce soir', 'Aucun filtre. J’ai juste laissé brûler les oignons.'],
      en: ['The Tournette tonight', 'No filter. I did burn the onions, though.'],
    },
    { photo: photo('sunset-mountain', 0), hourOfDay: 20, seasons: ['spring', 'summer'], answers: 'many' },
  ),
  freePost(
    'mer-nuages',
    {
      en: [
        '',
        'Half an hour’s drive and everything is pink and white. Annecy is down there somewhere, with you in it.',
      ],
    },
    { photo: photo('sunset-mountain', 2), hourOfDay: 16, answers: 'some', seasons: ['winter'] },
  ),
  freePost(
    'parapentes',
    {
      fr: [
        'Trois parapentes dans le ciel',
        'Ma fille les recompte depuis le goûter. Elle dit que le rouge fait l’intéressant.',
      ],
    },
    {
      photo: photo('paragliders', 0),
      author: { minAge: 26, maxAge: 48 },
      hourOfDay: 17,
      answers: 'some',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  freePost(
    'bapteme',
    {
      fr: [
        'Soixante-dix-huit ans et premier vol',
        'J’ai crié pendant quatre minutes et ri pendant onze. Je recommande les deux.',
      ],
      en: [
        'Seventy-eight, and my first flight',
        'I screamed for four minutes and laughed for eleven. I recommend both.',
      ],
    },
    {
      photo: photo('paragliders', 3),
      author: { minAge: 76, maxAge: 80 },
      answers: 'many',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  freePost(
    'feu-artifice',
    {
      fr: [
        'Vu du toit-terrasse',
        'Quarante voisins, un seul « oh ». C’était beau, merci à ceux qui ont monté les chaises.',
      ],
      en: [
        'Seen from the roof terrace',
        'Forty neighbours, a single “ooh”. It was beautiful. Thanks to those who carried the chairs up.',
      ],
    },
    { photo: photo('fireworks', 0), hourOfDay: 23, answers: 'many', months: [7, 8] },
  ),
  freePost(
    'fin-annee',
    {
      fr: ['Bonne année, les Tilleuls !', 'Santé, patience et ascenseurs en état de marche.'],
      en: ['Happy new year, Les Tilleuls!', 'Good health, patience and working lifts.'],
    },
    { photo: photo('fireworks', 1), hourOfDay: 9, answers: 'many', months: [1] },
  ),
  freePost(
    'herisson-cour',
    {
      fr: [
        'Notre locataire est de retour',
        'Il traverse le jardin à 22 h 10 tous les soirs. Il est plus ponctuel que le bus.',
      ],
      en: [
        'Our lodger is back',
        'He crosses the garden at ten past ten every night. He is more punctual than the bus.',
      ],
    },
    { photo: photo('hedgehog', 1), hourOfDay: 22, answers: 'many', seasons: ['spring', 'summer', 'autumn'] },
  ),
  freePost(
    'herisson-abri',
    {
      fr: [
        'Un abri pour l’hiver',
        'Des feuilles, trois planches, un passage de douze centimètres. Merci de ne pas ratisser derrière le local à vélos.',
      ],
      en: [
        'A shelter for the winter',
        'Leaves, three planks and a gap of twelve centimetres. Please don’t rake behind the bike shed.',
      ],
    },
    { photo: photo('hedgehog', 3), answers: 'some', months: [10, 11] },
  ),
  freePost(
    'canards',
    {
      fr: [
        'Une cane et neuf canetons sur le passage piéton',
        'Le bus s’est arrêté, les voitures aussi, et un monsieur en costume a fait la circulation. Voilà, c’est tout, c’était ma bonne nouvelle du jour.',
      ],
      en: [
        'A duck and nine ducklings on the crossing',
        'The bus stopped, the cars stopped, and a gentleman in a suit directed the traffic. That’s all. That was my good news of the day.',
      ],
    },
    { answers: 'many', seasons: ['spring'] },
  ),
  freePost(
    'marche-fraises',
    {
      fr: ['Les premières fraises sont au marché', 'J’en ai acheté deux kilos. Il en est arrivé un à la maison.'],
      en: ['The first strawberries are in', 'I bought two kilos at the market. One made it home.'],
    },
    { photo: photo('market', 1), hourOfDay: 11, answers: 'some', months: [5] },
  ),
  freePost(
    'marche-question',
    {
      en: [
        'Does anyone know this vegetable?',
        'The stallholder said “like parsnip, only worse”. I bought it out of pity.',
      ],
    },
    { photo: photo('market', 2), seasons: ['winter'], answers: 'some' },
  ),
  freePost(
    'pain-rate',
    {
      en: ['', 'My first sourdough. It makes an excellent doorstop.'],
    },
    { answers: 'many' },
  ),
  freePost(
    'soupe-laissee',
    {
      fr: [
        'À la personne qui a posé une soupe devant ma porte',
        'J’ai la grippe et j’ai pleuré dans un potage aux poireaux. Merci, qui que vous soyez. Le bocal est propre.',
      ],
      en: [
        'To whoever left soup at my door',
        'I have the flu and I cried into a leek soup. Thank you, whoever you are. The jar is clean.',
      ],
    },
    { photo: photo('soup', 1), hourOfDay: 19, answers: 'many', seasons: ['autumn', 'winter'] },
  ),
  freePost(
    'gateau-reussi',
    {
      fr: [
        'Recette du gâteau de samedi, puisque vous insistez',
        'Pour douze voisins :\n• six œufs ;\n• 250 g de chocolat noir ;\n• 200 g de sucre, pas plus ;\n• deux cuillères de café très fort ;\n• cinq cerises pour le dessus.\n\nOn monte les blancs, on mélange sans brusquer, trente-cinq minutes à four doux. Le secret n’est pas dans la liste : c’est le moule de ma tante, et je ne le prête pas.',
      ],
      en: [
        'Saturday’s cake: the recipe, since you insist',
        'For twelve neighbours:\n• six eggs;\n• 250 g of dark chocolate;\n• 200 g of sugar, no more;\n• two spoons of very strong coffee;\n• five cherries for the top.\n\nWhisk the whites, fold everything gently, thirty-five minutes in a low oven. The secret isn’t on the list: it’s my aunt’s cake tin, and I don’t lend it.',
      ],
    },
    { photo: photo('cake', 0), answers: 'many' },
  ),
  freePost(
    'potager-debut',
    {
      fr: ['Parcelle 7, premier jour', 'J’ai planté des radis. J’ai planté aussi une fourchette, je la cherche.'],
      en: ['Plot 7, day one', 'I’ve planted radishes. I’ve also planted a fork, still looking for it.'],
    },
    { answers: 'some', seasons: ['spring'] },
  ),
  freePost(
    'limaces',
    {
      fr: ['Limaces 12, salades 0', 'Elles sont organisées. J’en ai vu une qui montait la garde.'],
    },
    { answers: 'some', seasons: ['spring', 'summer'] },
  ),
  freePost(
    'boite-livres',
    {
      fr: [
        'Trésor dans la boîte à livres',
        'Un guide des sentiers de 1961, annoté au crayon : « trop raide », « belle fille au refuge », « y retourner ». J’aimerais connaître la suite.',
      ],
      en: [
        'Treasure on the book-swap shelf',
        'A 1961 trail guide with pencil notes: “too steep”, “pretty girl at the hut”, “must go back”. I’d love to know what happened next.',
      ],
    },
    { photo: photo('books', 2), seasons: ['winter'], answers: 'many' },
  ),
  freePost(
    'velo-retrouve',
    {
      fr: [
        'Mon vélo est revenu tout seul',
        'Enfin, presque : quelqu’un l’a rentré au local et a regonflé les pneus. Je ne sais pas qui vous êtes, mais je vous aime bien.',
      ],
      en: [
        'My bike came home by itself',
        'Well, nearly: somebody put it back in the shed and pumped up the tyres. I don’t know who you are, but I like you.',
      ],
    },
    { photo: photo('bicycle', 0), answers: 'many' },
  ),
  freePost(
    'sans-roulettes',
    {
      fr: ['Trois mètres sans les petites roues', 'Puis le massif d’hortensias. Toutes mes excuses aux hortensias.'],
      en: ['Three metres without stabilisers', 'Then the hydrangeas. Our apologies to the hydrangeas.'],
    },
    { author: { minAge: 27, maxAge: 50 }, answers: 'many', seasons: ['spring', 'summer'] },
  ),
  freePost(
    'parapluie',
    {
      fr: [
        '',
        'J’ai pris le parapluie de quelqu’un à l’accueil. Il est mieux que le mien. Rendez-moi ma honte, je vous rends le parapluie.',
      ],
      en: ['', 'I took someone’s umbrella from reception. It is better than mine. I return it with shame.'],
    },
    { photo: photo('umbrella-rain', 2), answers: 'some' },
  ),
  freePost(
    'pluie-lundi',
    {
      fr: ['', 'Sixième jour de pluie. Les bottes de mon fils ont leur propre écosystème.'],
    },
    { photo: photo('umbrella-rain', 1), author: { minAge: 27, maxAge: 50 }, answers: 'some' },
  ),
  freePost(
    'arc-en-ciel',
    {
      fr: ['Double arc-en-ciel sur le Semnoz', 'Courez à la fenêtre côté lac !'],
    },
    { hourOfDay: 18, answers: 'some', seasons: ['spring', 'summer', 'autumn'] },
  ),
  freePost(
    'merci-echelle',
    {
      fr: ['', 'Merci pour l’échelle !'],
    },
    { photo: photo('ladder', 2), answers: 'few' },
  ),
  freePost(
    'merci-porteurs',
    {
      fr: [
        'Merci aux neuf porteurs',
        'En quarante minutes tout était monté, y compris la machine à laver et le moral. Je n’oublierai pas ces neuf prénoms.',
      ],
      en: [
        'Thank you, all nine of you',
        'In forty minutes everything was upstairs, washing machine and spirits included. I shan’t forget those nine names.',
      ],
    },
    { photo: photo('moving-boxes', 2), seasons: ['spring', 'summer', 'autumn'], answers: 'many' },
  ),
  freePost(
    'colis-mystere',
    {
      fr: [
        'Un colis à mon nom, mais pas à moi',
        'Il contient onze mètres de guirlande. Avis à l’autre personne qui s’appelle presque comme moi.',
      ],
      en: [
        'A parcel with my name, but not mine',
        'It contains eleven metres of fairy lights. Calling the other person who is almost called what I’m called.',
      ],
    },
    { photo: photo('parcel', 2), answers: 'some' },
  ),
  freePost(
    'cles-boite',
    {
      fr: [
        'Les clés au dauphin ont retrouvé leur maître',
        'Il a huit ans et il a décrit le dauphin pendant un quart d’heure.',
      ],
    },
    { photo: photo('lost-keys', 3), seasons: ['autumn'], after: 'cles-trouvees', answers: 'some' },
  ),
  freePost(
    'finale-jeux',
    {
      fr: ['Quatre heures d’échecs, un vainqueur, un fâché', 'La réconciliation a lieu vendredi, même table.'],
    },
    { photo: photo('board-game', 1), hourOfDay: 23, answers: 'some' },
  ),
  freePost(
    'petanque-centimetre',
    {
      fr: ['Il y a point', 'Mesuré au pied à coulisse par un horloger. L’affaire est close.'],
      en: ['It’s a point', 'Measured with callipers, by a watchmaker. The case is closed.'],
    },
    { photo: photo('petanque', 0), seasons: ['spring', 'summer', 'autumn'], answers: 'many' },
  ),
  freePost(
    'chien-neige',
    {
      fr: ['', 'Reblochon découvre la neige à douze ans. Il a fait demi-tour.'],
      en: ['', 'Reblochon, aged twelve, meets snow. He went straight back in.'],
    },
    { photo: photo('dog-walk', 2), answers: 'many', seasons: ['winter'] },
  ),
  freePost(
    'chien-ami',
    {
      fr: ['Deux laisses, une amitié', 'Nos chiens se connaissaient depuis un an. Nous, depuis ce matin.'],
    },
    { answers: 'many' },
  ),
  freePost(
    'camping-retour',
    {
      fr: ['Retour de camping', 'Il a plu, nous avons ri, la tente sent le chien et nous n’avons pas de chien.'],
    },
    { photo: photo('camping', 0), answers: 'some', seasons: ['summer'] },
  ),
  freePost(
    'yoga-bilan',
    {
      en: ['', 'First yoga class. I found a muscle I didn’t know I had. We’re not on speaking terms.'],
    },
    { photo: photo('yoga-lawn', 1), seasons: ['spring', 'summer'], answers: 'some' },
  ),
  freePost(
    'concert-souvenir',
    {
      fr: [
        'Hier soir, au jardin',
        'La contrebasse, la petite qui dansait en pyjama, et Mme Le Goff qui connaissait toutes les paroles. On recommence ?',
      ],
    },
    { photo: photo('music-evening', 0), hourOfDay: 9, answers: 'many', seasons: ['spring', 'summer', 'autumn'] },
  ),
  freePost(
    'lac-matin',
    {
      fr: ['', 'Six heures. Une seule voile. Même les canards chuchotaient.'],
      en: ['', 'Six in the morning. A single sail. Even the ducks were whispering.'],
    },
    { photo: photo('lake', 3), hourOfDay: 7, seasons: ['spring', 'summer'], answers: 'many' },
  ),
  freePost(
    'table-reste',
    {
      fr: [
        'Objets trouvés après la tablée',
        'Deux plats en verre, un chapeau de paille, un dentier de déguisement (nous l’espérons). Tout est à l’accueil.',
      ],
    },
    { answers: 'some' },
  ),
  freePost(
    'aire-de-jeux',
    {
      fr: [
        'Le toboggan a retrouvé sa marche',
        'Réparé dimanche par deux papas et une mamie avec une visseuse. Testé quatre-vingts fois dans l’heure.',
      ],
    },
    { photo: photo('playground', 1), seasons: ['spring', 'summer'], answers: 'many' },
  ),
  freePost(
    'bac-mention',
    {
      fr: ['J’ai mon bac !', 'Merci pour le silence. Et pour le chocolat.'],
      en: ['I passed!', 'Thanks for the quiet. And the chocolate.'],
    },
    { author: { minAge: 17, maxAge: 19 }, answers: 'many', months: [7] },
  ),
  freePost(
    'naissance',
    {
      fr: [
        'Elle s’appelle Alma',
        'Trois kilos deux cents, née à l’aube, un jour de marché. Le bâtiment B compte une habitante de plus. On s’excuse pour la nuit prochaine, et pour les suivantes.',
      ],
      en: [
        'Her name is Alma',
        'Three point two kilos, born at dawn on market day. Building B has one more resident. Apologies for tonight, and the nights after that.',
      ],
    },
    { author: { minAge: 25, maxAge: 42, building: 'B' }, answers: 'many' },
  ),
  freePost(
    'depart',
    {
      fr: [
        'Nous partons, après onze ans',
        'Le travail nous emmène à Nantes. Nous laissons une échelle au local, le secret du levain au C et un petit morceau de nous sous le tilleul.\n\nPrenez soin de la table du jardin : son pied gauche demande un carton plié en quatre. Merci pour les dimanches.',
      ],
      en: [
        'We’re leaving, after eleven years',
        'Work takes us to Nantes. We leave a ladder in the shed, a sourdough starter with building C and a small part of ourselves under the lime tree.\n\nLook after the garden table: its left leg needs a piece of card folded in four. Thank you for the Sundays.',
      ],
    },
    { author: { minAge: 34, maxAge: 62 }, answers: 'many' },
  ),
  freePost(
    'premiers-mots',
    {
      en: [
        'Three months here',
        'When I came I could say “bonjour” and “baguette”. Today the lady at the market laughed at my joke. At the joke, I think.',
      ],
    },
    { author: { minAge: 20, maxAge: 60 }, photo: photo('market', 3), answers: 'many' },
  ),
  freePost(
    'new-year-swim',
    {
      en: ['', 'Swam to the third buoy and back before work. My feet have not returned.'],
    },
    { photo: photo('pontoon', 2), hourOfDay: 8, answers: 'some', seasons: ['autumn'] },
  ),
  freePost(
    'garden-english',
    {
      en: [
        'Ode to a pumpkin',
        'It began as one seed from building B. It now has its own centre of gravity, and five sisters. Please bring soup pots.',
      ],
    },
    { photo: photo('vegetable-garden', 2), seasons: ['autumn'], answers: 'some' },
  ),
  freePost(
    'ascenseur-conversation',
    {
      fr: [
        'Onze minutes dans l’ascenseur du C',
        'Nous étions trois inconnus. Nous sommes maintenant un groupe de randonnée.',
      ],
      en: ['Eleven minutes stuck in C’s lift', 'We went in as three strangers and came out as a walking club.'],
    },
    { answers: 'many' },
  ),
  freePost(
    'lune',
    {
      fr: ['', 'Sortez, la lune est énorme.'],
    },
    { hourOfDay: 21, answers: 'some' },
  ),
  freePost(
    'nichoir',
    {
      fr: [
        'Nichoir n° 4 : cinq becs',
        'Les mésanges du bâtiment D ont éclos. La mère a fait deux cents allers-retours aujourd’hui, j’ai compté, je suis en congé.',
      ],
    },
    { photo: photo('bird', 1), answers: 'many', seasons: ['spring'] },
  ),
  freePost(
    'savoir-vivre',
    {
      en: [
        'A note without anger',
        'To whoever plays the tuba at seven: you’re getting better, truly. Shall we say nine?',
      ],
    },
    { answers: 'many' },
  ),
  freePost(
    'geraniums',
    {
      fr: ['', 'Les géraniums du voisin d’en face ont gagné. Je m’incline, et je demande une bouture.'],
    },
    { photo: photo('balcony-flowers', 4), answers: 'some', seasons: ['summer'] },
  ),
  freePost(
    'cuisine-voisine',
    {
      fr: [
        'L’odeur du deuxième',
        'Je ne sais pas ce que vous cuisinez le jeudi, mais tout l’escalier ralentit en passant. Courage, dites-nous.',
      ],
    },
    { answers: 'many' },
  ),
]
