import { inDays, outingPost, tonight, type DemoPost } from './post.ts'

export const outingPosts: DemoPost[] = [
  outingPost(
    'atelier-pain',
    'boulangerie-du-vieux-four',
    {
      fr: [
        'Atelier pain dimanche : qui m’accompagne ?',
        'On façonne sa propre miche. J’ai la voiture, il reste trois places.',
      ],
      en: [
        'Bread workshop on Sunday: who joins me?',
        'They let us shape our own loaf. I have the car, three seats left.',
      ],
    },
    { place: 'reception', when: inDays(3, '09:00'), answers: 'some' },
  ),
  outingPost(
    'degustation',
    'fruitiere-du-parmelan',
    {
      fr: ['Cinq fromages à l’aveugle', 'Samedi à la fruitière. Le perdant porte le plateau jusqu’à la salle commune.'],
      en: ['Five cheeses, blindfolded', 'Saturday at the dairy. The loser carries the platter to the common room.'],
    },
    { place: 'reception', when: inDays(2, '10:30'), answers: 'many' },
  ),
  outingPost(
    'cueillette',
    'ferme-des-soeurs-metraz',
    {
      fr: [
        'Cueillette à la ferme avec les enfants',
        'Les sœurs Métraz ouvrent le champ. Bottes obligatoires, doigts rouges probables.',
      ],
      en: [
        'Picking at the farm with the children',
        'The Métraz sisters are opening their field. Boots required, red fingers likely.',
      ],
    },
    { place: 'north-car-park', when: inDays(4, '15:00'), answers: 'some', seasons: ['spring', 'summer', 'autumn'] },
  ),
  outingPost(
    'glace-foin',
    'glaces-colombe',
    {
      fr: [
        'Qui ose la glace au foin ?',
        'J’en ai goûté une cuillère et je ne sais toujours pas. Il me faut un second avis.',
      ],
      en: ['Who dares try hay ice cream?', 'I had a spoonful and I still don’t know. I need a second opinion.'],
    },
    { place: 'reception', when: inDays(1, '20:30'), answers: 'some', seasons: ['spring', 'summer'] },
  ),
  outingPost(
    'table-voisins',
    'le-bilboquet',
    {
      fr: [
        'Jeudi, la table des voisins au Bilboquet',
        'La règle : s’asseoir à côté de quelqu’un que l’on ne connaît pas. Je réserve pour dix.',
      ],
      en: [
        'Thursday: the neighbours’ table at Le Bilboquet',
        'The rule: sit next to someone you don’t know. I’m booking for ten.',
      ],
    },
    { place: 'reception', when: inDays(3, '19:30'), answers: 'many' },
  ),
  outingPost(
    'reparer-velo',
    'cyclo-tilleul',
    {
      fr: [
        'Samedi, on apprend à changer un câble',
        'Ömer montre, on fait, il ne se moque pas. Quatre places, j’en prends une.',
      ],
      en: [
        'Saturday: learn to change a brake cable',
        'Ömer shows, we do, he doesn’t laugh. Four places and I’m taking one.',
      ],
    },
    { place: 'bike-shed', when: inDays(4, '10:00'), answers: 'some' },
  ),
  outingPost(
    'plombier',
    'plomberie-avrillon',
    {
      fr: ['Le plombier passe mercredi au B', 'À deux, le déplacement est offert. Ma fuite cherche une amie.'],
    },
    { place: 'my-place', when: inDays(2, '09:00'), answers: 'few', author: { building: 'B' } },
  ),
  outingPost(
    'kayak-aube',
    'kayaks-de-la-rive',
    {
      fr: ['Kayak à 7 h, lac immobile', 'Avant 10 h c’est moins cher et c’est beaucoup plus beau.'],
      en: ['Kayaking at seven, on a lake like glass', 'Before ten it’s cheaper and far more beautiful.'],
    },
    { place: 'reception', when: inDays(2, '06:30'), answers: 'some', seasons: ['summer', 'spring'] },
  ),
  outingPost(
    'cine-ce-soir',
    'cinema-le-magique',
    {
      fr: [
        'Ciné ce soir : qui vient ?',
        'On part à pied de l’accueil vingt minutes avant. Le film, on le choisit devant l’affiche.',
      ],
      en: [
        'Cinema tonight: who’s coming?',
        'We walk from reception twenty minutes before. The film we choose in front of the poster.',
      ],
    },
    { when: tonight('20:30'), answers: 'some' },
  ),
  outingPost(
    'cine-lundi',
    'cinema-le-magique',
    {
      fr: ['Ciné à 5 € lundi', 'Un film japonais où il ne se passe presque rien, et l’on pleure quand même.'],
      en: ['€5 cinema on Monday', 'A Japanese film in which almost nothing happens, and you cry anyway.'],
    },
    { place: 'reception', when: inDays(3, '19:30'), answers: 'some' },
  ),
  outingPost(
    'gym-douce',
    'cabinet-les-mains-douces',
    {
      fr: [
        'La première séance de gym douce est offerte',
        'J’y vais pour mes genoux, je reste pour les ragots. On part à pied à 9 h 30.',
      ],
    },
    { place: 'reception', when: inDays(4, '09:30'), answers: 'few', author: { minAge: 62 } },
  ),
  outingPost(
    'lecture-soupe',
    'librairie-la-page-pliee',
    {
      fr: [
        'Lecture et soupe, vendredi à la librairie',
        'Une autrice lit des lettres de bergères. La soupe est aux lentilles, le fauteuil grince toujours.',
      ],
      en: [
        'A reading and soup at the bookshop on Friday',
        'An author reads letters by shepherdesses. Lentil soup; the armchair still creaks.',
      ],
    },
    { place: 'reception', when: inDays(2, '18:30'), answers: 'some' },
  ),
  outingPost(
    'chiner',
    'ressourcerie-du-grenier',
    {
      fr: ['Chiner samedi : j’ai un grand coffre', 'Je cherche une lampe. On finit toujours par rapporter une malle.'],
      en: ['Treasure hunt on Saturday: I’ve a big boot', 'I’m after a lamp. One always comes home with a trunk.'],
    },
    { place: 'north-car-park', when: inDays(2, '10:00'), answers: 'some', author: { minAge: 22 } },
  ),
  outingPost(
    'pierogi',
    'traiteur-chez-wanda',
    {
      fr: ['Plier des pierogi avec Wanda', 'Elle dit que cela s’apprend en dix minutes. Elle a mis vingt ans.'],
      en: ['Folding pierogi with Wanda', 'She says you can learn it in ten minutes. It took her twenty years.'],
    },
    { place: 'reception', when: inDays(5, '17:00'), answers: 'many' },
  ),
]
