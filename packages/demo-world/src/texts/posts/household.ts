import { photo } from '../scenes.ts'
import { inDays, requestPost, type DemoPost } from './post.ts'

export const householdPosts: DemoPost[] = [
  requestPost(
    'chat-tartiflette',
    'lost-cat',
    {
      fr: [
        'Tartiflette n’est pas rentrée',
        'Rousse, ronde, un collier rouge. Elle répond au bruit du frigo plus qu’à son nom. Regardez dans vos caves, s’il vous plaît.',
      ],
      en: [
        'Tartiflette hasn’t come home',
        'Ginger, round, a red collar. She answers to the fridge door more than to her name. Please check your cellars.',
      ],
    },
    { photo: photo('cat', 0), hourOfDay: 21, answers: 'many' },
  ),
  requestPost(
    'chat-noir',
    'lost-cat',
    {
      fr: [
        'Chat gris disparu depuis mardi',
        'Il s’appelle Minuit et, la nuit, tous les chats lui ressemblent. Collier jaune, très gentil.',
      ],
    },
    { photo: photo('cat', 1), hourOfDay: 22, answers: 'many' },
  ),
  requestPost(
    'chat-grenier',
    'lost-cat',
    {
      fr: [
        'Elle miaule, mais d’où ?',
        'On l’entend dans le mur entre le troisième et le quatrième du A. Avez-vous une trappe chez vous ?',
      ],
      en: [
        'She’s mewing, but from where?',
        'We can hear her in the wall between the third and fourth floors of A. Do you have a hatch at yours?',
      ],
    },
    { author: { building: 'A' }, hourOfDay: 19, answers: 'some' },
  ),
  requestPost(
    'herisson-trouve',
    'found-animal',
    {
      fr: [
        'Un hérisson en plein jour, que faire ?',
        'Il trottine parmi les feuilles mortes, devant le F. J’ai lu qu’il ne fallait surtout pas de lait.',
      ],
      en: [
        'A hedgehog out in daylight: what now?',
        'It’s pottering about in the leaves outside building F. I’ve read that milk is a bad idea.',
      ],
    },
    { author: { minAge: 12 }, photo: photo('hedgehog', 0), seasons: ['autumn'], answers: 'many' },
  ),
  requestPost(
    'perruche',
    'found-animal',
    {
      fr: ['Perruche bleue sur mon balcon', 'Elle dit « Bonjour Michel ». Michel, es-tu là ?'],
      en: ['Blue budgie on my balcony', 'It says “Bonjour Michel”. Michel, are you there?'],
    },
    { answers: 'many' },
  ),
  requestPost(
    'tortue',
    'found-animal',
    {
      fr: [
        'Tortue trouvée, direction le parking',
        'Elle allait vite, pour une tortue. Elle mange de la salade chez nous en attendant.',
      ],
    },
    { answers: 'some', seasons: ['spring', 'summer'] },
  ),
  requestPost(
    'chien-midi',
    'dog-walking',
    {
      fr: [
        'Promener Reblochon le mardi et le vendredi',
        'Petit, blanc, douze ans et adorable. Il sort même sous la pluie : il connaît l’horaire de la boulangerie.',
      ],
      en: [
        'Walking Reblochon on Tuesdays and Fridays',
        'Small, white, twelve years old and adorable. He goes out even in the rain: he knows the bakery’s opening hours.',
      ],
    },
    { place: 'my-place', when: 'together', photo: photo('umbrella-rain', 0), answers: 'some' },
  ),
  requestPost(
    'promeneuse',
    'dog-walking',
    {
      fr: [
        'Je promène vos chiens après le collège',
        'J’ai treize ans, les mollets solides et un carnet de rendez-vous. Un chien à la fois, pour bien faire connaissance.',
      ],
      en: [
        'I walk dogs after school',
        'I’m thirteen, with strong calves and an appointment book. One dog at a time, so that we get to know each other.',
      ],
    },
    {
      author: { gender: 'F', minAge: 12, maxAge: 14 },
      place: 'reception',
      when: 'together',
      photo: photo('dog-walk', 0),
      seasons: ['spring', 'summer'],
      answers: 'many',
    },
  ),
  requestPost(
    'chien-hanche',
    'dog-walking',
    {
      fr: [
        'On m’a opérée de la hanche, mon épagneul boude',
        'Trois semaines sans promenade : hier, il a apporté sa laisse à l’infirmière.',
      ],
    },
    { author: { gender: 'F', minAge: 55 }, place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'lapin',
    'pet-sitting',
    {
      fr: ['Garder un lapin une semaine', 'Il mange du persil, il ronge les câbles, il ronfle. Mode d’emploi fourni.'],
      en: ['Rabbit sitting for a week', 'He eats parsley, gnaws cables and snores. Manual provided.'],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'poissons',
    'pet-sitting',
    {
      fr: ['Trois pincées par jour pour quatre poissons', 'Ne les croyez pas quand ils disent qu’ils n’ont rien eu.'],
    },
    { place: 'my-place', when: 'together', answers: 'few', seasons: ['summer'] },
  ),
  requestPost(
    'baby-soir',
    'babysitting',
    {
      fr: [
        'Garde d’enfants samedi soir',
        'Deux filles de quatre et six ans, couchées à 20 h 30 en théorie. Nous rentrons avant minuit, promis.',
      ],
      en: [
        'Babysitter for Saturday night',
        'Two girls, four and six, in bed by half past eight in theory. We’ll be back before midnight, promise.',
      ],
    },
    { author: { minAge: 28, maxAge: 46 }, place: 'my-place', when: inDays(3, '19:00'), answers: 'some' },
  ),
  requestPost(
    'baby-offre',
    'babysitting',
    {
      fr: [
        'Étudiante sérieuse, clown à ses heures',
        'Disponible le mercredi et le week-end. Références au bâtiment C, demandez à Léon, cinq ans.',
      ],
    },
    { author: { gender: 'F', minAge: 18, maxAge: 25 }, place: 'my-place', when: 'together', answers: 'many' },
  ),
  requestPost(
    'depannage-greve',
    'babysitting',
    {
      fr: [
        'Grève à l’école jeudi : on s’organise ?',
        'À quatre familles, chacun prend deux heures. J’ouvre le bal à 8 h avec de la pâte à sel.',
      ],
      en: [
        'School strike on Thursday: shall we team up?',
        'Four families, two hours each. I’ll go first, at eight, with salt dough.',
      ],
    },
    { author: { minAge: 28, maxAge: 48 }, place: 'common-room', when: inDays(2, '08:00'), answers: 'many' },
  ),
  requestPost(
    'maths',
    'homework',
    {
      fr: ['Fractions : au secours', 'Ma fille est en sixième, je suis en panique. Une heure le mercredi ?'],
    },
    { author: { minAge: 33, maxAge: 52 }, place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'devoirs-offre',
    'homework',
    {
      fr: [
        'Aide aux devoirs, le lundi à 17 h',
        'Institutrice à la retraite. J’ai gardé la craie, les bons points et la voix.',
      ],
    },
    { author: { gender: 'F', minAge: 62 }, place: 'common-room', when: inDays(4, '17:00'), answers: 'many' },
  ),
  requestPost(
    'piano-donne',
    'give-away',
    {
      fr: [
        'Piano droit à donner, désaccordé mais sincère',
        'Il faut venir le chercher au premier étage, avec des amis que vous ne craignez pas de perdre.',
      ],
      en: [
        'Upright piano, free: out of tune but sincere',
        'First floor, you collect. Bring friends that you don’t mind losing.',
      ],
    },
    { answers: 'many' },
  ),
  requestPost(
    'courgettes',
    'give-away',
    {
      fr: ['Courgettes. Encore.', 'Servez-vous dans la caisse, devant le potager. Prenez-en deux. Prenez-en dix.'],
      en: ['Courgettes. Again.', 'Help yourself from the crate by the vegetable garden. Take two. Take ten.'],
    },
    { photo: photo('vegetable-garden', 1), answers: 'some', seasons: ['summer'] },
  ),
  requestPost(
    'vetements-bebe',
    'give-away',
    {
      fr: ['Vêtements de bébé, 0 à 12 mois', 'Trois sacs, presque pas de taches de carotte.'],
    },
    { answers: 'some' },
  ),
  requestPost(
    'bureau-donne',
    'give-away',
    {
      fr: ['Petit bureau d’écolier', 'Avec l’encrier et, gravé dessous, « Marcel 1957 ».'],
      en: ['Small school desk', 'Inkwell included and, carved underneath, “Marcel 1957”.'],
    },
    { answers: 'few' },
  ),
  requestPost(
    'bocaux',
    'looking-for',
    {
      en: ['Empty jars wanted', 'Thirty at least. They’ll come back full.'],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'costume',
    'looking-for',
    {
      fr: ['Un costume de hérisson, taille six ans', 'Le spectacle est vendredi. J’ai appris le rôle, pas la couture.'],
    },
    { author: { minAge: 28, maxAge: 45 }, place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'roue-velo',
    'looking-for',
    {
      en: ['One 26-inch wheel, front', 'Mine met a kerb. Buckled ones accepted, I’m an optimist.'],
    },
    { place: 'bike-shed', when: 'together', answers: 'few' },
  ),
  requestPost(
    'skis-vente',
    'for-sale',
    {
      fr: ['Skis 140 cm et chaussures, 45 €', 'Deux hivers, un seul arbre. L’arbre va bien.'],
    },
    { answers: 'few', seasons: ['autumn', 'winter'] },
  ),
  requestPost(
    'velo-vente',
    'for-sale',
    {
      fr: ['Vélo de ville vert, 90 €', 'Panier compris. Trois vitesses, dont une que je n’ai jamais trouvée.'],
    },
    { photo: photo('bicycle', 2), answers: 'some' },
  ),
  requestPost(
    'arrosage',
    'plants',
    {
      fr: [
        'Un balcon à arroser pendant deux semaines',
        'Elles s’appellent toutes Josette, c’est plus simple. Les tomates mûres sont pour vous.',
      ],
      en: ['A balcony to water for a fortnight', 'They’re all called Josette, it’s simpler. Ripe tomatoes are yours.'],
    },
    { place: 'my-place', when: 'together', photo: photo('balcony-flowers', 1), answers: 'some', seasons: ['summer'] },
  ),
  requestPost(
    'plantes-offre',
    'plants',
    {
      fr: [
        'Pension pour plantes vertes',
        'Balcon plein est, musique classique, brumisation le soir. Déjà complet pour les ficus.',
      ],
    },
    { place: 'my-place', when: 'now', answers: 'some' },
  ),
  requestPost(
    'plants-tomates',
    'seedlings',
    {
      fr: [
        'Plants de tomates à partager',
        'Noire de Crimée, cœur-de-bœuf et une inconnue dont l’étiquette s’est envolée.',
      ],
      en: ['Tomato seedlings to share', 'Black Krim, beefsteak and a mystery one whose label blew away.'],
    },
    { place: 'vegetable-garden', when: 'now', answers: 'many', months: [5] },
  ),
  requestPost(
    'boutures',
    'seedlings',
    {
      en: [
        'Geranium cuttings, old rose',
        'They came from my grandmother, up the valley. They have never frozen, and neither did she.',
      ],
    },
    {
      place: 'garden',
      when: 'now',
      photo: photo('balcony-flowers', 0),
      answers: 'some',
      seasons: ['spring', 'summer'],
    },
  ),
  requestPost(
    'cles-trouvees',
    'keys',
    {
      fr: ['Clés trouvées près de l’aire de jeux', 'Trois clés et un petit dauphin. Décrivez-moi le dauphin.'],
    },
    { photo: photo('lost-keys', 0), seasons: ['autumn'], answers: 'few' },
  ),
  requestPost(
    'cles-perdues',
    'keys',
    {
      fr: [
        'J’ai perdu mes clés, et ma patience',
        'Porte-clés en forme de boule de pétanque, entre l’accueil et le bâtiment F. Récompense : une tarte.',
      ],
    },
    { answers: 'some' },
  ),
  requestPost(
    'keys-lake',
    'keys',
    {
      en: [
        'Bike key, last seen near the pontoon',
        'Small, silver, on a red string. I have walked home very slowly, twice.',
      ],
    },
    { answers: 'few' },
  ),
  requestPost(
    'menuisier',
    'tradesperson',
    {
      fr: [
        'Un menuisier qui répond au téléphone',
        'Cela existe-t-il ? Pour deux fenêtres qui sifflent les jours de bise.',
      ],
    },
    { place: 'my-place', when: 'together', answers: 'some' },
  ),
  requestPost(
    'accordeur',
    'tradesperson',
    {
      fr: ['Accordeur de piano, doux avec les vieux pianos', 'Le la sonne comme un sol, et le sol comme un reproche.'],
    },
    { place: 'my-place', when: 'together', answers: 'few' },
  ),
  requestPost(
    'travaux-bruit',
    'noise',
    {
      fr: ['Je perce jeudi, de 14 h à 16 h', 'Bâtiment B, quatrième. Ensuite plus rien pendant dix ans, c’est promis.'],
      en: ['Drilling on Thursday, 2 to 4 pm', 'Building B, fourth floor. Then nothing for ten years, I promise.'],
    },
    { author: { building: 'B', minAge: 25 }, place: 'my-place', when: inDays(2, '14:00'), answers: 'few' },
  ),
  requestPost(
    'trente-ans',
    'noise',
    {
      fr: [
        'Trente ans samedi : on baisse le son à minuit',
        'Le mieux serait encore que vous veniez. Deuxième étage du C, suivez les ballons.',
      ],
      en: [
        'Turning thirty on Saturday: music down at midnight',
        'Better still, come. Second floor of C, follow the balloons.',
      ],
    },
    { author: { minAge: 29, maxAge: 31, building: 'C' }, place: 'my-place', when: inDays(3, '20:00'), answers: 'many' },
  ),
]
