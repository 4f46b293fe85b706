import { bilingual } from '../bilingual.ts'
import { templateOf, type DemoCategory } from './category.ts'

const moment = templateOf('Activity', ['Camping'])
const request = templateOf('Proposal', ['Camping'])
const notice = templateOf('Template', ['Camping'])

/** Templates that only camping sites offer. */
export const campingCategories: DemoCategory[] = [
  {
    key: 'holidays',
    name: bilingual('En vacances', 'On holiday'),
    picto: 'camping',
    hue: 'share',
    templates: [
      moment(
        'pool',
        'umbrella-on-ground',
        ['À la piscine', 'At the pool'],
        ['On se retrouve à la piscine ?', 'Meet at the pool?'],
        [
          'Les transats sont pris d’assaut : venez tôt, on se serre.',
          'Loungers go fast: come early, we will squeeze up.',
        ],
      ),
      moment(
        'boules-tournament',
        'trophy',
        ['Tournoi de boules', 'Boules tournament'],
        ['Tournoi de boules : qui joue ?', 'Boules tournament: who plays?'],
        [
          'Équipes tirées au sort, débutants bienvenus. Le perdant offre le sirop.',
          'Teams drawn by lot, beginners welcome. The loser buys the cordial.',
        ],
        {
          choices: [
            ['Doublettes', 'Pairs'],
            ['Triplettes', 'Threes'],
            ['Avec les enfants', 'With the children'],
          ],
        },
      ),
      moment(
        'evening-round',
        'banjo',
        ['Veillée', 'Evening round'],
        ['Veillée devant la tente', 'An evening outside the tent'],
        [
          'Guitare, histoires ou jeux, jusqu’à l’heure du silence. Apportez votre chaise.',
          'Guitar, stories or games until the quiet hours. Bring your chair.',
        ],
      ),
      moment(
        'day-out',
        'national-park',
        ['Excursion', 'Day out'],
        ['Excursion de la journée : qui vient ?', 'A day out: who comes along?'],
        [
          'Départ de l’accueil, retour avant le dîner. Prévoyez de l’eau et un pique-nique.',
          'We leave from reception and are back before supper. Bring water and a picnic.',
        ],
        {
          choices: [
            ['À pied', 'On foot'],
            ['À vélo', 'By bike'],
            ['En voiture', 'By car'],
          ],
        },
      ),
      moment(
        'camp-children',
        'kite',
        ['Enfants du camping', 'Children of the site'],
        ['Nos enfants se retrouvent ?', 'Shall our children meet?'],
        [
          'Les miens cherchent des copains de vacances. Dites l’âge des vôtres.',
          'Mine are looking for holiday friends. Tell us how old yours are.',
        ],
      ),
      moment(
        'sunset',
        'sunset',
        ['Coucher de soleil', 'Sunset'],
        ['Voir le soleil se coucher', 'Watch the sun go down'],
        [
          'Le plus bel endroit est à dix minutes. On part ensemble.',
          'The best spot is ten minutes away. Let us go together.',
        ],
      ),
    ],
  },
  {
    key: 'between-campers',
    name: bilingual('Entre campeurs', 'Between campers'),
    picto: 'backpack',
    hue: 'help',
    templates: [
      request(
        'tent-tools',
        'hammer',
        ['Maillet, sardines', 'Mallet, pegs'],
        ['Qui me prête un maillet ?', 'Who can lend me a mallet?'],
        ['J’en ai pour un quart d’heure.', 'I need it for a quarter of an hour.'],
      ),
      request(
        'gas',
        'fuel-pump',
        ['Gaz, réchaud', 'Gas, stove'],
        ['Panne de gaz', 'Out of gas'],
        [
          'Quelqu’un a-t-il une cartouche d’avance ? Je la rends demain.',
          'Does anybody have a spare cartridge? I will return it tomorrow.',
        ],
      ),
      request(
        'adapter',
        'electric-plug',
        ['Rallonge, adaptateur', 'Extension lead, adapter'],
        ['Je cherche une rallonge', 'Looking for an extension lead'],
        ['La borne est trop loin de notre emplacement.', 'The power point is too far from our pitch.'],
      ),
      request(
        'caravan',
        'pickup-truck',
        ['Manœuvrer la caravane', 'Moving the caravan'],
        ['Deux bras pour la caravane ?', 'A hand with the caravan?'],
        ['À trois, c’est fait en cinq minutes.', 'With three of us it takes five minutes.'],
      ),
      request(
        'shopping-run',
        'convenience-store',
        ['Courses en ville', 'Shopping in town'],
        ['Je vais faire des courses', 'I am going shopping'],
        [
          'Je peux prendre quelqu’un, ou rapporter quelque chose.',
          'I can take somebody along, or bring something back.',
        ],
      ),
      request(
        'ice',
        'ice',
        ['Glaçons, pains de glace', 'Ice, ice packs'],
        ['Un peu de place au frais ?', 'A little room in the fridge?'],
        ['Notre glacière a rendu l’âme.', 'Our cool box has given up.'],
      ),
      request(
        'watch-tent',
        'eyes',
        ['Garder un œil', 'Keeping an eye'],
        ['Qui garde un œil sur notre tente ?', 'Who keeps an eye on our tent?'],
        ['Nous partons pour la journée et rentrons ce soir.', 'We are away for the day and back tonight.'],
      ),
    ],
  },
  {
    key: 'camp-notices',
    name: bilingual('La vie du camping', 'Life of the site'),
    picto: 'loudspeaker',
    hue: 'notice',
    templates: [
      notice(
        'pool-hours',
        'ring-buoy',
        ['Piscine', 'Pool'],
        ['Du nouveau à la piscine', 'News from the pool'],
        ['Voici ce qui change, et à partir de quand.', 'Here is what changes, and from when.'],
        {
          choices: [
            ['Fermée', 'Closed'],
            ['Ouverte', 'Open'],
            ['Cours d’aquagym', 'Water aerobics'],
          ],
        },
      ),
      notice(
        'show',
        'circus-tent',
        ['Soirée, spectacle', 'Evening show'],
        ['La soirée du camping', 'Tonight on the site'],
        ['Spectacle ouvert à tous, enfants compris. Entrée libre.', 'A show for everybody, children too. Free entry.'],
      ),
      notice(
        'bread',
        'croissant',
        ['Pain et croissants', 'Bread and croissants'],
        ['Commandez votre pain pour demain', 'Order your bread for tomorrow'],
        ['À l’accueil jusqu’à 19 h. Retrait dès 7 h 30.', 'At reception until 7 pm. Ready from 7.30 am.'],
      ),
      notice(
        'departures',
        'bellhop-bell',
        ['Arrivées, départs', 'Arrivals, departures'],
        ['Départs de demain', 'Tomorrow’s departures'],
        [
          'Merci de libérer l’emplacement pour 11 h et de rapporter la clé des sanitaires.',
          'Please leave your pitch by 11 am and bring back the key of the wash block.',
        ],
      ),
      notice(
        'fire-risk',
        'fire-extinguisher',
        ['Risque d’incendie', 'Fire risk'],
        ['Risque d’incendie', 'Fire risk'],
        [
          'Barbecues et feux sont interdits jusqu’à nouvel ordre. Merci de prévenir l’accueil à la moindre fumée.',
          'Barbecues and fires are forbidden until further notice. Tell reception of the slightest smoke.',
        ],
      ),
      notice(
        'storm',
        'cloud-with-lightning-and-rain',
        ['Orage, vent fort', 'Storm, strong wind'],
        ['Orage annoncé', 'Storm on its way'],
        [
          'Rentrez auvents et parasols. La salle de l’accueil reste ouverte toute la nuit.',
          'Take in awnings and parasols. The room at reception stays open all night.',
        ],
      ),
      notice(
        'wash-block',
        'shower',
        ['Sanitaires', 'Wash block'],
        ['Sanitaires : travaux en cours', 'Wash block: work in progress'],
        [
          'Un bloc est fermé quelques heures. Les autres restent ouverts.',
          'One block is closed for some hours. The others stay open.',
        ],
      ),
      notice(
        'quiet-hours',
        'crescent-moon',
        ['Heures de silence', 'Quiet hours'],
        ['Le camping dort de 23 h à 7 h', 'The site sleeps from 11 pm to 7 am'],
        ['Merci pour les voisins qui partent tôt.', 'Thank you, on behalf of those who leave early.'],
      ),
      notice(
        'found-on-site',
        'magnifying-glass-tilted-right',
        ['Objet trouvé', 'Found on the site'],
        ['Un objet attend son propriétaire', 'Something is waiting for its owner'],
        [
          'Il est à l’accueil. Décrivez-le nous, nous vous le rendons.',
          'It is at reception. Describe it to us and it is yours.',
        ],
      ),
    ],
  },
]
