# The methods of the audit, on JSON::RPC. Start it with plackup.
use strict;
use warnings;

package Methods;

use Scalar::Util qw(looks_like_number);
use Time::HiRes qw(sleep);

sub subtract {
    my ($self, $params) = @_;
    my ($minuend, $subtrahend) =
        ref $params eq 'ARRAY' ? @$params
        : ref $params eq 'HASH' ? @{$params}{qw(minuend subtrahend)}
        :                         ();
    # The library has no error for the params of a method.
    die { message => 'Invalid params' }
        unless looks_like_number($minuend) && looks_like_number($subtrahend);
    return $minuend - $subtrahend;
}

sub sum {
    my ($self, $params) = @_;
    my $sum = 0;
    $sum += $_ for @$params;
    return $sum;
}

sub get_data { return ['hello', 5] }
sub nothing { return undef }
sub echo { return $_[1] }
sub throws { die $_[1]->{secret} }

sub wait {
    my ($self, $params) = @_;
    sleep $params->{milliseconds} / 1000;
    return $params->{milliseconds};
}

package main;

use JSON::RPC::Dispatch;
use Plack::Builder;
use Router::Simple;

my $methods = bless {}, 'Methods';
my $router = Router::Simple->new;
my %actions = (
    (map { $_ => $_ } qw(subtract sum get_data echo throws wait)),
    (map { $_ => 'nothing' } qw(update notify_hello notify_sum)),
);
$router->connect($_, { handler => $methods, action => $actions{$_} }) for keys %actions;

my $dispatch = JSON::RPC::Dispatch->new(router => $router);
builder {
    enable 'Head';
    sub { $dispatch->handle_psgi(shift) };
};
