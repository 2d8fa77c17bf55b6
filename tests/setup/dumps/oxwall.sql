-- MariaDB dump of a made-up site, with the columns of Oxwall's public schema
CREATE TABLE `ow_base_user` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `email` varchar(128) NOT NULL DEFAULT '',
  `username` varchar(32) NOT NULL DEFAULT '',
  `password` varchar(64) NOT NULL DEFAULT '',
  `joinStamp` int(11) NOT NULL DEFAULT '0',
  `activityStamp` int(11) NOT NULL DEFAULT '0',
  `accountType` varchar(32) NOT NULL DEFAULT '',
  `emailVerify` tinyint(2) NOT NULL DEFAULT '0',
  `joinIp` int(11) unsigned NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=MyISAM DEFAULT CHARSET=utf8;
INSERT INTO `ow_base_user` VALUES (1,'anna@old.example','anna','HASH',1551434400,1714550400,'a',1,0),(2,'ben@old.example','ben','HASH',1551434400,0,'a',1,0),(3,'gone@old.example','gone','HASH',1551434400,0,'a',1,0),(4,'never@old.example','never','HASH',1551434400,0,'a',0,0);
CREATE TABLE `ow_base_question_data` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `questionName` varchar(255) NOT NULL DEFAULT '',
  `userId` int(11) NOT NULL DEFAULT '0',
  `textValue` text NOT NULL,
  `intValue` int(11) NOT NULL DEFAULT '0',
  `dateValue` datetime DEFAULT NULL,
  PRIMARY KEY (`id`)
);
INSERT INTO `ow_base_question_data` VALUES (1,'sex',1,'',2,NULL),(2,'match_sex',1,'',1,NULL),(3,'birthdate',1,'',0,'1990-05-04 00:00:00'),(4,'realname',1,'Anna Maria',0,NULL),(5,'aboutme',1,'I like <b>rain</b>.',0,NULL),(6,'sex',2,'',1,NULL),(7,'match_sex',2,'',3,NULL),(8,'birthdate',2,'',0,'1985-01-02 00:00:00'),(9,'sex',3,'',1,NULL),(10,'birthdate',3,'',0,'1985-01-02 00:00:00');
CREATE TABLE `ow_base_user_suspend` (`id` int(11) NOT NULL, `userId` int(11) DEFAULT NULL, `timestamp` int(11) DEFAULT NULL, `message` text NOT NULL);
INSERT INTO `ow_base_user_suspend` VALUES (1,3,1700000000,'spam');
CREATE TABLE `ow_base_user_block` (`id` int(11) NOT NULL, `userId` int(11) NOT NULL, `blockedUserId` int(11) NOT NULL);
INSERT INTO `ow_base_user_block` VALUES (1,2,3),(2,2,1);
CREATE TABLE `ow_base_avatar` (`id` int(11) NOT NULL, `userId` int(11) NOT NULL, `hash` int(11) NOT NULL DEFAULT '0', `status` varchar(32) NOT NULL DEFAULT 'active');
INSERT INTO `ow_base_avatar` VALUES (1,1,1714550400,'active');
CREATE TABLE `ow_photo_album` (`id` int(11) NOT NULL, `userId` int(11) NOT NULL, `name` varchar(100) NOT NULL);
INSERT INTO `ow_photo_album` VALUES (1,1,'Me');
CREATE TABLE `ow_photo` (`id` int(11) NOT NULL, `albumId` int(11) NOT NULL, `status` enum("approval","approved","blocked") NOT NULL DEFAULT "approved", `hash` varchar(16) DEFAULT NULL);
INSERT INTO `ow_photo` VALUES (9,1,'approved','abc'),(10,1,'blocked','def');
CREATE TABLE `ow_mailbox_message` (
  `id` int(10) NOT NULL auto_increment,
  `conversationId` int(10) NOT NULL default '0',
  `timeStamp` bigint(10) NOT NULL default '0',
  `senderId` int(10) NOT NULL default '0',
  `recipientId` int(10) NOT NULL default '0',
  `text` mediumtext NOT NULL,
  `recipientRead` TINYINT NOT NULL DEFAULT '0',
  `isSystem` TINYINT NOT NULL DEFAULT '0',
  PRIMARY KEY (`id`)
);
INSERT INTO `ow_mailbox_message` VALUES (1,1,1704189600,1,2,'Hello Ben',1,0),(2,1,1704189660,2,1,'Hello Anna',0,0),(3,1,1704189700,2,1,'{"entityType":"x"}',0,1);
CREATE TABLE `ow_usercredits_balance` (`id` int(11) NOT NULL, `userId` int(11) NOT NULL, `balance` int(11) NOT NULL);
INSERT INTO `ow_usercredits_balance` VALUES (1,1,40);
