export const PL = `
PL-02 Dolnośląskie: Wrocław 51.11 17.03, Wałbrzych 50.77 16.28, Legnica 51.21 16.16, Jelenia Góra 50.90 15.73,
  Świdnica 50.84 16.49
PL-04 Kujawsko-pomorskie: Bydgoszcz 53.12 18.00, Toruń 53.01 18.60, Włocławek 52.65 19.07, Grudziądz 53.48 18.75,
  Inowrocław 52.80 18.26
PL-06 Lubelskie: Lublin 51.25 22.57, Zamość 50.72 23.25, Chełm 51.14 23.47, Puławy 51.42 21.97, Biała Podlaska 52.03 23.12
PL-08 Lubuskie: Zielona Góra 51.94 15.51, Gorzów Wielkopolski 52.73 15.24, Nowa Sól 51.80 15.72, Żary 51.64 15.14
PL-10 Łódzkie: Łódź 51.76 19.46, Piotrków Trybunalski 51.41 19.70, Pabianice 51.66 19.35, Skierniewice 51.95 20.16,
  Sieradz 51.60 18.73
PL-12 Małopolskie: Kraków 50.06 19.94, Tarnów 50.01 20.99, Nowy Sącz 49.62 20.70, Zakopane 49.30 19.95, Oświęcim 50.04 19.24
PL-14 Mazowieckie: Warszawa 52.23 21.01, Radom 51.40 21.15, Płock 52.55 19.71, Siedlce 52.17 22.29, Pruszków 52.17 20.81,
  Ostrołęka 53.08 21.57
PL-16 Opolskie: Opole 50.67 17.93, Nysa 50.47 17.33, Kędzierzyn-Koźle 50.35 18.21, Brzeg 50.86 17.47
PL-18 Podkarpackie: Rzeszów 50.04 22.00, Przemyśl 49.78 22.77, Krosno 49.69 21.77, Mielec 50.29 21.42, Sanok 49.56 22.21
PL-20 Podlaskie: Białystok 53.13 23.16, Suwałki 54.10 22.93, Łomża 53.18 22.08, Augustów 53.84 22.98
PL-22 Pomorskie: Gdańsk 54.35 18.65, Gdynia 54.52 18.53, Sopot 54.44 18.56, Słupsk 54.46 17.03, Tczew 54.09 18.80,
  Malbork 54.04 19.03
PL-24 Śląskie: Katowice 50.26 19.02, Częstochowa 50.81 19.12, Gliwice 50.29 18.67, Bielsko-Biała 49.82 19.04,
  Sosnowiec 50.29 19.10, Rybnik 50.10 18.54
PL-26 Świętokrzyskie: Kielce 50.87 20.63, Ostrowiec Świętokrzyski 50.93 21.39, Starachowice 51.04 21.07, Sandomierz 50.68 21.75
PL-28 Warmińsko-mazurskie: Olsztyn 53.78 20.48, Elbląg 54.16 19.40, Ełk 53.83 22.36, Giżycko 54.04 21.77, Mikołajki 53.80 21.57
PL-30 Wielkopolskie: Poznań 52.41 16.93, Kalisz 51.76 18.09, Konin 52.22 18.25, Leszno 51.84 16.57, Piła 53.15 16.74,
  Gniezno 52.53 17.60
PL-32 Zachodniopomorskie: Szczecin 53.43 14.55, Koszalin 54.19 16.17, Kołobrzeg 54.18 15.58, Stargard 53.34 15.05,
  Świnoujście 53.91 14.25
`;
