export const DE = `
DE-BW Baden-Württemberg: Stuttgart 48.78 9.18, Karlsruhe 49.01 8.40, Mannheim 49.49 8.47, Freiburg im Breisgau 47.99 7.85,
  Heidelberg 49.41 8.71, Ulm 48.40 9.99, Konstanz 47.66 9.18, Tübingen 48.52 9.06
DE-BY Bayern: München 48.14 11.58, Nürnberg 49.45 11.08, Augsburg 48.37 10.90, Regensburg 49.02 12.10, Würzburg 49.79 9.95,
  Ingolstadt 48.77 11.43, Passau 48.57 13.46, Rosenheim 47.86 12.13
DE-BE Berlin: Berlin 52.52 13.40, Charlottenburg 52.52 13.31, Spandau 52.54 13.20, Pankow 52.57 13.40, Neukölln 52.48 13.44,
  Köpenick 52.45 13.58
DE-BB Brandenburg: Potsdam 52.40 13.06, Cottbus 51.76 14.33, Brandenburg an der Havel 52.41 12.56,
  Frankfurt (Oder) 52.35 14.55, Oranienburg 52.75 13.24, Eberswalde 52.83 13.82
DE-HB Bremen: Bremen 53.08 8.80, Bremerhaven 53.55 8.58, Vegesack 53.17 8.62
DE-HH Hamburg: Hamburg 53.55 9.99, Altona 53.55 9.94, Harburg 53.46 9.98, Bergedorf 53.49 10.21, Wandsbek 53.57 10.08
DE-HE Hessen: Frankfurt am Main 50.11 8.68, Wiesbaden 50.08 8.24, Kassel 51.31 9.48, Darmstadt 49.87 8.65,
  Offenbach am Main 50.10 8.77, Gießen 50.58 8.68, Marburg 50.81 8.77, Fulda 50.55 9.68
DE-MV Mecklenburg-Vorpommern: Rostock 54.09 12.10, Schwerin 53.63 11.41, Stralsund 54.31 13.09, Greifswald 54.10 13.39,
  Wismar 53.89 11.46, Neubrandenburg 53.56 13.26
DE-NI Niedersachsen: Hannover 52.37 9.73, Braunschweig 52.27 10.52, Oldenburg 53.14 8.21, Osnabrück 52.28 8.05,
  Göttingen 51.53 9.93, Lüneburg 53.25 10.41, Hildesheim 52.15 9.95, Emden 53.37 7.21
DE-NW Nordrhein-Westfalen: Köln 50.94 6.96, Düsseldorf 51.23 6.78, Dortmund 51.51 7.47, Essen 51.46 7.01, Bonn 50.73 7.10,
  Münster 51.96 7.63, Bielefeld 52.02 8.53, Aachen 50.78 6.08
DE-RP Rheinland-Pfalz: Mainz 50.00 8.27, Koblenz 50.36 7.59, Trier 49.76 6.64, Ludwigshafen am Rhein 49.48 8.44,
  Kaiserslautern 49.44 7.77, Worms 49.63 8.36
DE-SL Saarland: Saarbrücken 49.23 7.00, Neunkirchen 49.35 7.18, Homburg 49.32 7.34, Saarlouis 49.32 6.75, Merzig 49.44 6.64
DE-SN Sachsen: Leipzig 51.34 12.37, Dresden 51.05 13.74, Chemnitz 50.83 12.92, Zwickau 50.72 12.49, Görlitz 51.15 14.99,
  Plauen 50.50 12.14
DE-ST Sachsen-Anhalt: Magdeburg 52.13 11.63, Halle (Saale) 51.48 11.97, Dessau-Roßlau 51.83 12.24, Wittenberg 51.87 12.65,
  Quedlinburg 51.79 11.15, Stendal 52.61 11.86
DE-SH Schleswig-Holstein: Kiel 54.32 10.14, Lübeck 53.87 10.69, Flensburg 54.79 9.44, Neumünster 54.07 9.98, Husum 54.48 9.05,
  Norderstedt 53.69 10.00
DE-TH Thüringen: Erfurt 50.98 11.03, Jena 50.93 11.59, Weimar 50.98 11.33, Gera 50.88 12.08, Eisenach 50.98 10.32,
  Gotha 50.95 10.70
`;

export const AT = `
AT-1 Burgenland: Eisenstadt 47.85 16.52, Neusiedl am See 47.95 16.84, Oberwart 47.29 16.21, Mattersburg 47.74 16.40,
  Pinkafeld 47.37 16.12
AT-2 Kärnten: Klagenfurt am Wörthersee 46.62 14.31, Villach 46.61 13.85, Wolfsberg 46.84 14.84,
  Spittal an der Drau 46.80 13.50, Feldkirchen 46.72 14.09
AT-3 Niederösterreich: St. Pölten 48.20 15.63, Wiener Neustadt 47.81 16.24, Krems an der Donau 48.41 15.61, Baden 48.01 16.23,
  Klosterneuburg 48.31 16.33, Amstetten 48.12 14.87
AT-4 Oberösterreich: Linz 48.31 14.29, Wels 48.16 14.03, Steyr 48.04 14.42, Gmunden 47.92 13.80, Braunau am Inn 48.26 13.03,
  Bad Ischl 47.71 13.62
AT-5 Salzburg: Salzburg 47.80 13.04, Hallein 47.68 13.10, Zell am See 47.33 12.80, Bischofshofen 47.42 13.22,
  Saalfelden 47.43 12.85
AT-6 Steiermark: Graz 47.07 15.44, Leoben 47.38 15.09, Kapfenberg 47.44 15.29, Bruck an der Mur 47.41 15.27,
  Schladming 47.39 13.69, Leibnitz 46.78 15.54
AT-7 Tirol: Innsbruck 47.27 11.39, Kufstein 47.58 12.17, Kitzbühel 47.45 12.39, Lienz 46.83 12.77, Hall in Tirol 47.28 11.51,
  Schwaz 47.35 11.71
AT-8 Vorarlberg: Bregenz 47.50 9.75, Dornbirn 47.41 9.74, Feldkirch 47.24 9.60, Bludenz 47.15 9.82, Lustenau 47.43 9.66
AT-9 Wien: Wien 48.21 16.37, Favoriten 48.17 16.38, Floridsdorf 48.26 16.40, Donaustadt 48.23 16.45, Döbling 48.24 16.35
`;

export const CH = `
CH-AG Aargau: Aarau 47.39 8.04, Baden 47.47 8.31, Wettingen 47.47 8.32, Brugg 47.48 8.21, Zofingen 47.29 7.95
CH-AI Appenzell Innerrhoden: Appenzell 47.33 9.41, Gonten 47.33 9.35, Oberegg 47.42 9.55
CH-AR Appenzell Ausserrhoden: Herisau 47.39 9.28, Teufen 47.39 9.39, Speicher 47.41 9.44, Heiden 47.44 9.53
CH-BE Bern: Bern 46.95 7.45, Biel/Bienne 47.14 7.25, Thun 46.76 7.63, Köniz 46.92 7.41, Burgdorf 47.06 7.63,
  Interlaken 46.69 7.86
CH-BL Basel-Landschaft: Liestal 47.48 7.73, Allschwil 47.55 7.54, Reinach 47.50 7.59, Muttenz 47.52 7.65, Pratteln 47.52 7.69
CH-BS Basel-Stadt: Basel 47.56 7.59, Riehen 47.58 7.65, Bettingen 47.57 7.66
CH-FR Fribourg: Fribourg 46.81 7.16, Bulle 46.62 7.06, Murten 46.93 7.12, Estavayer-le-Lac 46.85 6.85
CH-GE Genève: Genève 46.20 6.15, Carouge 46.18 6.14, Lancy 46.19 6.12, Vernier 46.22 6.09, Meyrin 46.23 6.08
CH-GL Glarus: Glarus 47.04 9.07, Näfels 47.10 9.06, Schwanden 47.00 9.07, Mollis 47.09 9.07
CH-GR Graubünden: Chur 46.85 9.53, Davos 46.80 9.83, St. Moritz 46.50 9.84, Landquart 46.96 9.56, Ilanz 46.77 9.20
CH-JU Jura: Delémont 47.36 7.34, Porrentruy 47.42 7.08, Saignelégier 47.26 7.00
CH-LU Luzern: Luzern 47.05 8.31, Emmen 47.08 8.30, Kriens 47.03 8.28, Sursee 47.17 8.11, Horw 47.02 8.31
CH-NE Neuchâtel: Neuchâtel 46.99 6.93, La Chaux-de-Fonds 47.10 6.83, Le Locle 47.06 6.75, Boudry 46.95 6.84
CH-NW Nidwalden: Stans 46.96 8.37, Hergiswil 46.98 8.31, Buochs 46.97 8.42
CH-OW Obwalden: Sarnen 46.90 8.25, Kerns 46.90 8.28, Engelberg 46.82 8.40
CH-SG St. Gallen: St. Gallen 47.42 9.37, Rapperswil 47.23 8.82, Wil 47.46 9.05, Gossau 47.42 9.25, Rorschach 47.48 9.49,
  Buchs 47.17 9.48
CH-SH Schaffhausen: Schaffhausen 47.70 8.64, Neuhausen am Rheinfall 47.69 8.62, Stein am Rhein 47.66 8.86
CH-SO Solothurn: Solothurn 47.21 7.54, Olten 47.35 7.90, Grenchen 47.19 7.40, Oensingen 47.29 7.72
CH-SZ Schwyz: Schwyz 47.02 8.65, Einsiedeln 47.13 8.75, Küssnacht 47.09 8.44, Lachen 47.19 8.85
CH-TG Thurgau: Frauenfeld 47.56 8.90, Kreuzlingen 47.65 9.18, Arbon 47.52 9.43, Amriswil 47.55 9.30, Weinfelden 47.57 9.11
CH-TI Ticino: Lugano 46.00 8.95, Bellinzona 46.19 9.02, Locarno 46.17 8.80, Mendrisio 45.87 8.98, Chiasso 45.83 9.03
CH-UR Uri: Altdorf 46.88 8.64, Erstfeld 46.82 8.65, Andermatt 46.64 8.59
CH-VD Vaud: Lausanne 46.52 6.63, Montreux 46.43 6.91, Yverdon-les-Bains 46.78 6.64, Nyon 46.38 6.24, Vevey 46.46 6.84,
  Morges 46.51 6.50
CH-VS Valais: Sion 46.23 7.36, Martigny 46.10 7.07, Brig 46.32 7.99, Visp 46.29 7.88, Sierre 46.29 7.53, Zermatt 46.02 7.75
CH-ZG Zug: Zug 47.17 8.52, Baar 47.20 8.53, Cham 47.18 8.46, Rotkreuz 47.14 8.43
CH-ZH Zürich: Zürich 47.37 8.54, Winterthur 47.50 8.72, Uster 47.35 8.72, Dübendorf 47.40 8.62, Dietikon 47.40 8.40,
  Wädenswil 47.23 8.67, Wetzikon 47.33 8.80
`;
